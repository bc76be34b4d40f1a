//! The same small story as a file of every importable format in every container: the input that the
//! matrix damages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use formats::Folder;
use serde_json::{Value, json};

/// A node: its title, its text, and its links as labels and targets.
pub(crate) struct SampleNode {
    pub(crate) title: String,
    pub(crate) words: String,
    pub(crate) links: Vec<(String, String)>,
}

/// A node.
pub(crate) fn sample_node(title: &str, words: &str, links: &[(&str, &str)]) -> SampleNode {
    let links = links
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
    SampleNode {
        title: title.to_owned(),
        words: words.to_owned(),
        links: links.collect(),
    }
}

/// A file's texts by path; a text without a path is the file itself.
pub(crate) type Texts = Vec<(String, String)>;

/// A sample of one format in one container.
pub(crate) struct SampleFile {
    /// Its name in the matrix.
    pub(crate) name: &'static str,
    /// The importer that reads it.
    pub(crate) format: &'static str,
    /// Whether the format has links.
    pub(crate) links: bool,
    /// Writes the story as texts.
    pub(crate) texts: fn(&[SampleNode]) -> Texts,
    /// The container of the texts.
    pub(crate) wrapping: Container,
}

/// How texts are stored in a file.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Container {
    /// The text is the file.
    Bare,
    /// The texts are files in a zip archive.
    Zip,
    /// The text is embedded in a PNG.
    Png,
}

impl SampleFile {
    /// The file, with each text in this encoding.
    pub(crate) fn file_as(
        &self,
        knots: &[SampleNode],
        encoded: &dyn Fn(&str) -> Vec<u8>,
    ) -> Vec<u8> {
        let texts = (self.texts)(knots).into_iter();
        self.wrapped(texts.map(|(path, text)| (path, encoded(&text))))
    }

    /// The file.
    pub(crate) fn file(&self, knots: &[SampleNode]) -> Vec<u8> {
        self.file_as(knots, &|it| it.as_bytes().to_vec())
    }

    /// The file with its texts changed.
    pub(crate) fn file_with(
        &self,
        knots: &[SampleNode],
        changed: impl Fn(String) -> String,
    ) -> Vec<u8> {
        self.file_as(knots, &|it| changed(it.to_owned()).into_bytes())
    }

    fn wrapped(&self, mut texts: impl Iterator<Item = (String, Vec<u8>)>) -> Vec<u8> {
        match self.wrapping {
            Container::Zip => {
                let mut folder = Folder::default();
                texts.for_each(|(path, bytes)| folder.put(path, bytes));
                folder.pack(&["mimetype"])
            }
            Container::Bare => texts.next().map(|it| it.1).unwrap_or_default(),
            Container::Png => png(&texts.next().map(|it| it.1).unwrap_or_default()),
        }
    }
}

macro_rules! samples {
    ($($name:literal $format:literal $links:literal $wrapping:ident $texts:ident,)*) => {
        /// All samples.
        pub(crate) const SAMPLES: &[SampleFile] = &[$(SampleFile {
            name: $name,
            format: $format,
            links: $links,
            texts: $texts,
            wrapping: Container::$wrapping,
        },)*];
    };
}

samples! {
    "json" "json" true Bare native,
    "folder" "folder" true Zip folder,
    "canvas" "canvas" true Bare canvas,
    "twee" "twee" true Bare twee,
    "twee.zip" "twee" true Zip twee_files,
    "twine-html" "twine-html" true Bare twine_html,
    "twine-archive" "twine-archive" true Bare twine_archive,
    "twine-json" "twine-json" true Bare twine_json,
    "ink" "ink" true Bare ink,
    "ink.zip" "ink" true Zip ink_files,
    "yarn" "yarn" true Bare yarn,
    "yarn.zip" "yarn" true Zip yarn_files,
    "card.json" "card" true Bare card,
    "card.png" "card" true Png card,
    "card.charx" "card" true Zip charx,
    "arcweave" "arcweave" true Bare arcweave,
    "articy" "articy" true Bare articy,
    "articy.zip" "articy" true Zip articy_files,
    "novel.txt" "novel" false Bare plain,
"novel.fountain" "novel" false Bare fountain,
    "novel.docx" "novel" false Zip docx,
    "novel.epub" "novel" false Zip epub,
}

fn bare(text: String) -> Texts {
    vec![(String::new(), text)]
}

fn id(number: usize) -> String {
    format!("019b7000-0000-7000-8000-{number:012x}")
}

/// The index of the first node with this title.
fn place(knots: &[SampleNode], title: &str) -> Option<usize> {
    knots.iter().position(|it| it.title == title)
}

fn each(knots: &[SampleNode], one: impl Fn(&SampleNode) -> String) -> String {
    knots.iter().map(one).collect()
}

fn native(knots: &[SampleNode]) -> Texts {
    let nodes = knots.iter().enumerate().map(|(at, it)| {
        json!({ "id": id(at + 1), "title": it.title, "kind": "scene", "data": { "text": { "text": it.words } } })
    });
    let nodes: Vec<_> = nodes.collect();
    let mut edges = Vec::new();
    for (from, it) in knots.iter().enumerate() {
        for (order, (label, target)) in it.links.iter().enumerate() {
            let to = place(knots, target).map_or(0xdead, |it| it + 1);
            edges.push(json!({
                "id": id(0x10_0000 + edges.len()), "from": id(from + 1), "to": id(to),
                "label": label, "order": order,
            }));
        }
    }
    let story = json!({
        "format": "storyteller-story", "version": 1, "id": id(0), "title": "A", "start": id(1),
        "nodes": nodes, "edges": edges,
    });
    bare(serde_json::to_string_pretty(&story).expect("JSON becomes text"))
}

fn folder(knots: &[SampleNode]) -> Texts {
    let head = "format: storyteller-folder\nversion: 1\ntitle: A\n".to_owned();
    let mut texts = vec![("story.yaml".to_owned(), head)];
    for (at, it) in knots.iter().enumerate() {
        let link = |(label, to): &(String, String)| format!("- to: {to}\n  label: {label}\n");
        let links: String = it.links.iter().map(link).collect();
        let links = if links.is_empty() {
            links
        } else {
            format!("links:\n{links}")
        };
        let file = format!(
            "---\nid: {}\ntitle: {}\n{links}---\n\n{}\n",
            id(at + 1),
            it.title,
            it.words
        );
        texts.push((format!("nodes/{at}.md"), file));
    }
    texts
}

fn canvas(knots: &[SampleNode]) -> Texts {
    let nodes = knots.iter().enumerate().map(|(at, it)| {
        json!({
            "id": at.to_string(), "type": "text", "text": format!("# {}\n{}", it.title, it.words),
            "x": 0, "y": at * 200, "width": 90, "height": 90,
        })
    });
    let nodes: Vec<_> = nodes.collect();
    let mut edges = Vec::new();
    for (from, it) in knots.iter().enumerate() {
        for (label, target) in &it.links {
            let to = place(knots, target).map_or_else(|| target.clone(), |it| it.to_string());
            edges.push(json!({
                "id": format!("e{}", edges.len()), "fromNode": from.to_string(), "toNode": to, "label": label,
            }));
        }
    }
    let board = json!({ "nodes": nodes, "edges": edges });
    bare(serde_json::to_string_pretty(&board).expect("JSON becomes text"))
}

fn twine_links(sample_node: &SampleNode) -> String {
    let link = |(label, to): &(String, String)| format!("[[{label}->{to}]]\n");
    sample_node.links.iter().map(link).collect()
}

const DATA: &str = ":: StoryData\n{\"ifid\":\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\"}\n\n";

fn passages(knots: &[SampleNode]) -> String {
    each(knots, |it| {
        format!(":: {}\n{}\n{}\n", it.title, it.words, twine_links(it))
    })
}

fn twee(knots: &[SampleNode]) -> Texts {
    bare(format!("{DATA}{}", passages(knots)))
}

fn twee_files(knots: &[SampleNode]) -> Texts {
    let (first, others) = knots.split_at(knots.len().min(1));
    vec![
        ("a.twee".to_owned(), format!("{DATA}{}", passages(first))),
        ("b/c.twee".to_owned(), passages(others)),
    ]
}

fn element(knots: &[SampleNode]) -> String {
    let escaped = |it: &str| {
        it.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('"', "&quot;")
    };
    let mut passages = String::new();
    for (at, it) in knots.iter().enumerate() {
        let text = escaped(&format!("{}\n{}", it.words, twine_links(it)));
        let title = escaped(&it.title);
        passages.push_str(&format!(
            "<tw-passagedata pid=\"{}\" name=\"{title}\">{text}</tw-passagedata>\n",
            at + 1
        ));
    }
    format!(
        "<tw-storydata name=\"A\" startnode=\"1\" ifid=\"D674C58C-DEFA-4F70-B7A2-27742230C0FC\">\n\
         {passages}</tw-storydata>"
    )
}

fn twine_html(knots: &[SampleNode]) -> Texts {
    bare(format!("<html><body>{}</body></html>", element(knots)))
}

fn twine_archive(knots: &[SampleNode]) -> Texts {
    bare(element(knots))
}

fn twine_json(knots: &[SampleNode]) -> Texts {
    let passages = knots.iter().map(
        |it| json!({ "name": it.title, "text": format!("{}\n{}", it.words, twine_links(it)) }),
    );
    let story = json!({
        "name": "A", "ifid": "D674C58C-DEFA-4F70-B7A2-27742230C0FC",
        "start": knots.first().map_or("", |it| it.title.as_str()),
        "passages": passages.collect::<Vec<_>>(),
    });
    bare(serde_json::to_string_pretty(&story).expect("JSON becomes text"))
}

fn ink_knots(knots: &[SampleNode]) -> String {
    each(knots, |it| {
        let link = |(label, to): &(String, String)| format!("* [{label}] -> {to}\n");
        let links: String = it.links.iter().map(link).collect();
        let end = if links.is_empty() { "-> END\n" } else { "" };
        format!("=== {} ===\n{}\n{links}{end}", it.title, it.words)
    })
}

fn begin(knots: &[SampleNode]) -> String {
    format!("-> {}\n", knots.first().map_or("", |it| it.title.as_str()))
}

fn ink(knots: &[SampleNode]) -> Texts {
    bare(begin(knots) + &ink_knots(knots))
}

fn ink_files(knots: &[SampleNode]) -> Texts {
    let (first, others) = knots.split_at(knots.len().min(1));
    let main = format!("INCLUDE parts/b.ink\n{}{}", begin(knots), ink_knots(first));
    vec![
        ("main.ink".to_owned(), main),
        ("parts/b.ink".to_owned(), ink_knots(others)),
    ]
}

fn yarn_nodes(knots: &[SampleNode]) -> String {
    each(knots, |it| {
        let link = |(label, to): &(String, String)| format!("-> {label}\n    <<jump {to}>>\n");
        let links: String = it.links.iter().map(link).collect();
        format!("title: {}\n---\n{}\n{links}===\n", it.title, it.words)
    })
}

fn yarn(knots: &[SampleNode]) -> Texts {
    bare(yarn_nodes(knots))
}

fn yarn_files(knots: &[SampleNode]) -> Texts {
    let (first, others) = knots.split_at(knots.len().min(1));
    vec![
        ("a.yarn".to_owned(), yarn_nodes(first)),
        ("b.yarn".to_owned(), yarn_nodes(others)),
    ]
}

/// A card's links are the notes of its lorebook, which are all nodes except the first.
fn card_text(knots: &[SampleNode]) -> String {
    let (first, others) = knots.split_at(knots.len().min(1));
    let note = |name: &str, words: &str| json!({ "name": name, "keys": [name], "content": words });
    let linked = first.iter().flat_map(|it| &it.links);
    let mut entries: Vec<Value> = linked.map(|it| note(&it.0, &it.1)).collect();
    entries.extend(others.iter().map(|it| note(&it.title, &it.words)));
    let card = json!({
        "spec": "chara_card_v2", "spec_version": "2.0",
        "data": {
            "name": first.first().map_or("", |it| it.title.as_str()),
            "description": first.first().map_or("", |it| it.words.as_str()),
            "character_book": { "entries": entries },
        },
    });
    serde_json::to_string_pretty(&card).expect("JSON becomes text")
}

fn card(knots: &[SampleNode]) -> Texts {
    bare(card_text(knots))
}

fn charx(knots: &[SampleNode]) -> Texts {
    vec![("card.json".to_owned(), card_text(knots))]
}

fn arcweave(knots: &[SampleNode]) -> Texts {
    let (mut elements, mut connections) = (serde_json::Map::new(), serde_json::Map::new());
    for (at, it) in knots.iter().enumerate() {
        let mut outputs = Vec::new();
        for (label, target) in &it.links {
            let name = format!("c{}", connections.len());
            let to = place(knots, target).map_or_else(|| target.clone(), |it| format!("e{it}"));
            outputs.push(json!(name));
            connections.insert(
                name,
                json!({ "label": label, "sourceid": format!("e{at}"), "targetid": to, "targetType": "elements" }),
            );
        }
        let content = format!("<p>{}</p>", it.words);
        elements.insert(
            format!("e{at}"),
            json!({ "title": it.title, "content": content, "outputs": outputs }),
        );
    }
    let project = json!({
        "name": "A", "startingElement": "e0",
        "boards": { "b": { "root": true, "elements": elements.keys().collect::<Vec<_>>() } },
        "elements": elements, "connections": connections,
    });
    bare(serde_json::to_string_pretty(&project).expect("JSON becomes text"))
}

fn articy_objects(knots: &[SampleNode]) -> Vec<Value> {
    let objects = knots.iter().enumerate().map(|(at, it)| {
        let connections = it.links.iter().map(|(label, target)| {
            let to = place(knots, target).map_or_else(|| target.clone(), |it| format!("0x{it}"));
            json!({ "Label": label, "Target": to, "TargetPin": format!("{to}i") })
        });
        json!({ "Type": "FlowFragment", "Properties": {
            "Id": format!("0x{at}"), "DisplayName": it.title, "Text": it.words,
            "InputPins": [{ "Id": format!("0x{at}i"), "Text": "" }],
            "OutputPins": [{ "Id": format!("0x{at}o"), "Text": "", "Connections": connections.collect::<Vec<_>>() }],
        } })
    });
    objects.collect()
}

fn articy(knots: &[SampleNode]) -> Texts {
    let project = json!({
        "Settings": { "set_Localization": "False", "ExportVersion": "1.0" },
        "Project": { "Name": "A" },
        "Packages": [{ "Models": articy_objects(knots) }],
    });
    bare(serde_json::to_string_pretty(&project).expect("JSON becomes text"))
}

fn articy_files(knots: &[SampleNode]) -> Texts {
    let manifest = json!({
        "Settings": { "set_TextFormatter": "", "ExportVersion": "2.1" },
        "Project": { "Name": "A" },
        "Packages": [{ "Files": { "Objects": { "FileName": "package_1_objects.json" } } }],
    });
    let objects = json!({ "Objects": articy_objects(knots) });
    let text = |it: &Value| serde_json::to_string_pretty(it).expect("JSON becomes text");
    vec![
        ("manifest.json".to_owned(), text(&manifest)),
        ("package_1_objects.json".to_owned(), text(&objects)),
    ]
}

fn plain(knots: &[SampleNode]) -> Texts {
    bare(each(knots, |it| {
        format!("# {}\n\n{}\n\n", it.title, it.words)
    }))
}

fn fountain(knots: &[SampleNode]) -> Texts {
    let scenes = each(knots, |it| format!(".{}\n\n!{}\n\n", it.title, it.words));
    bare(format!("Title: A\n\n{scenes}"))
}

const XML: &str = "<?xml version=\"1.0\"?>\n";

fn docx(knots: &[SampleNode]) -> Texts {
    let body = each(knots, |it| {
        format!(
            "<w:p><w:pPr><w:pStyle w:val=\"Heading1\"/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>\n\
             <w:p><w:r><w:t>{}</w:t></w:r></w:p>\n",
            it.title, it.words
        )
    });
    let document = format!(
        "{XML}<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">\
         <w:body>\n{body}</w:body></w:document>"
    );
    vec![("word/document.xml".to_owned(), document)]
}

fn epub(knots: &[SampleNode]) -> Texts {
    let count = knots.len();
    let all = |one: fn(usize) -> String| (0..count).map(one).collect::<String>();
    let items = all(|it| {
        format!("<item id=\"p{it}\" href=\"p{it}.xhtml\" media-type=\"application/xhtml+xml\"/>\n")
    });
    let spine = all(|it| format!("<itemref idref=\"p{it}\"/>\n"));
    let container = format!(
        "{XML}<container><rootfiles><rootfile full-path=\"b/a.opf\"/></rootfiles></container>"
    );
    let package = format!(
        "{XML}<package xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><metadata><dc:title>A</dc:title>\
         </metadata>\n<manifest>\n{items}</manifest>\n<spine>\n{spine}</spine></package>"
    );
    let mut texts = vec![
        ("META-INF/container.xml".to_owned(), container),
        ("b/a.opf".to_owned(), package),
    ];
    for (at, it) in knots.iter().enumerate() {
        let page = format!(
            "{XML}<html><body>\n<h1>{}</h1>\n<p>{}</p>\n</body></html>",
            it.title, it.words
        );
        texts.push((format!("b/p{at}.xhtml"), page));
    }
    texts
}

/// A PNG of one pixel that contains a card.
fn png(card: &[u8]) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |sort: &[u8], data: &[u8]| {
        let length = u32::try_from(data.len()).expect("a small file");
        png.extend(length.to_be_bytes());
        png.extend(sort);
        png.extend(data);
        png.extend([0; 4]);
    };
    chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
    let text = [b"chara\0".to_vec(), STANDARD.encode(card).into_bytes()].concat();
    chunk(b"tEXt", &text);
    chunk(b"IEND", &[]);
    png
}
