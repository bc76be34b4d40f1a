//! What the names of folders say about the notes in them.

/// What folders of texts that are not scenes are called, in lower case, and the kind of their nodes.
const FOLDERS: [(&str, &[&str]); 3] = [
    (
        "character",
        &[
            "characters",
            "character",
            "people",
            "cast",
            "figuren",
            "charaktere",
            "personen",
            "personnages",
            "personajes",
            "personaggi",
            "personagens",
            "角色",
            "人物",
            "登場人物",
        ],
    ),
    (
        "place",
        &[
            "places",
            "place",
            "locations",
            "location",
            "settings",
            "orte",
            "schauplätze",
            "lieux",
            "lugares",
            "luoghi",
            "地点",
            "场所",
            "場所",
        ],
    ),
    (
        "note",
        &[
            "notes",
            "research",
            "worldbuilding",
            "lore",
            "notizen",
            "recherche",
            "笔记",
            "资料",
            "设定",
        ],
    ),
];

/// The kind of the nodes in a folder with this name, if it says one.
pub(crate) fn kind_of_folder(name: &str) -> Option<&'static str> {
    let name = name.trim().to_lowercase();
    let found = FOLDERS.iter().find(|it| it.1.contains(&name.as_str()))?;
    Some(found.0)
}
