//! What the assistant says about itself: what it is, what it did not understand, what it cannot do.

use super::language::Language;
use crate::commands::clauses::MAX_COMMAND_CHARS;
use crate::commands::plan::Notice;

/// What it is, in one sentence.
fn introduction(language: Language) -> String {
    language.say(
        "I am the built-in assistant: I read plain commands in English and Chinese and am no language model.",
        "我是内置助手：能读懂简单明确的中英文指令，不是语言模型。",
        &[],
    )
}

/// Example commands that work as written.
fn examples(language: Language) -> String {
    language.say(
        "For example:\n\
         - rename the hero to Neo and make a portrait\n\
         - set age to 27, and hair to red\n\
         - add a scene called \"The Lobby\" after this, with text \"Marble and silence.\"\n\
         - connect \"The Lobby\" to \"The Roof\", labelled \"Take the stairs\"\n\
         - write: It was a dark night. / append \"He ran.\" / replace \"night\" with \"day\"\n\
         - draw a lighthouse at night by the sea, 16:9\n\
         - find \"Morpheus\" / list all characters / show this scene / outline\n\
         - list versions / go back to version 2 of the picture / undo / redo",
        "例如：\n\
         - 把主角名字改成 Neo 并生成一张头像\n\
         - 把年龄设为27，头发改成红色\n\
         - 在这里之后新建场景“大厅”，正文“大理石与寂静。”\n\
         - 把“大厅”连接到“屋顶”，标签“走楼梯”\n\
         - 写：那是一个黑夜。 / 追加“他跑了。” / 把“黑夜”替换成“白天”\n\
         - 画一幅夜晚海边的灯塔，16:9\n\
         - 搜索“墨菲斯” / 列出所有角色 / 显示这个场景 / 大纲\n\
         - 列出版本 / 图片回到第2版 / 撤销 / 重做",
        &[],
    )
}

fn configure(language: Language) -> String {
    language.say(
        "With a language model configured (--model, or in the settings) such wishes work too.",
        "配置语言模型后（--model 或在设置中），也能完成这样的要求。",
        &[],
    )
}

/// The notes of a plan as text; those of one kind in one sentence.
pub(super) fn say(language: Language, notices: &[Notice]) -> Vec<String> {
    let mut said: Vec<String> = notices
        .iter()
        .filter_map(|it| single(language, it))
        .collect();
    let inventions = quoted(language, notices, |it| match it {
        Notice::CreativeWriting(words) => Some(words),
        _ => None,
    });
    if !inventions.is_empty() {
        said.push(language.say(
            "I cannot invent or rework prose ({}): I put words where you give them to me, as in write: It was a dark night.",
            "我不会自己创作或改写文字（{}）：请给出原文，例如“写：那是一个黑夜。”",
            &[&language.list(&inventions)],
        ));
        said.push(configure(language));
    }
    let unknown = quoted(language, notices, |it| match it {
        Notice::NotUnderstood(words) => Some(words),
        _ => None,
    });
    if !unknown.is_empty() {
        said.push(language.say(
            "I did not understand {}.",
            "我没有听懂{}。",
            &[&language.list(&unknown)],
        ));
    }
    let introduces = notices.iter().any(|it| {
        matches!(
            it,
            Notice::Help | Notice::NotUnderstood(_) | Notice::Empty | Notice::TooLong
        )
    });
    if introduces {
        said.push(introduction(language));
        said.push(examples(language));
    }
    said
}

/// How many pieces that were not understood are quoted.
const REPEATED: usize = 5;

fn quoted<'a>(
    language: Language,
    notices: &'a [Notice],
    pick: impl Fn(&'a Notice) -> Option<&'a String>,
) -> Vec<String> {
    let mut words: Vec<String> = notices
        .iter()
        .filter_map(pick)
        .take(REPEATED + 1)
        .map(|it| language.quote(it))
        .collect();
    if words.len() > REPEATED {
        words[REPEATED] = "…".to_owned();
    }
    words
}

fn single(language: Language, notice: &Notice) -> Option<String> {
    let names = |titles: &[String]| {
        let quoted: Vec<String> = titles
            .iter()
            .take(12)
            .map(|it| language.quote(it))
            .collect();
        language.list(&quoted)
    };
    let said = match notice {
        Notice::Help | Notice::NotUnderstood(_) | Notice::CreativeWriting(_) => return None,
        Notice::Thanks => language.say("You're welcome.", "不客气。", &[]),
        Notice::Empty => language.say("There was no instruction.", "没有指令。", &[]),
        Notice::TooLong => language.say(
            "I read commands of up to {} characters, and this is longer; I have done nothing. To put a long text into a node, begin with write: or append: and let it follow.",
            "我只读{}个字符以内的指令，这段更长，所以什么也没做。要把长文放进节点，请以“写：”或“追加：”开头，后面接正文。",
            &[&MAX_COMMAND_CHARS.to_string()],
        ),
        Notice::ImportExport => language.say(
            "Files are the command line's affair: storyteller import and storyteller export, each with --help.",
            "导入和导出文件请用命令行：storyteller import 与 storyteller export，用法见 --help。",
            &[],
        ),
        Notice::WhichHero(titles) => language.say(
            "Which character do you mean: {}? Say the name, or open the node.",
            "你指的是哪个角色：{}？请说出名字，或打开那个节点。",
            &[&names(titles)],
        ),
        Notice::NoHero => language.say(
            "This story has no node of the kind character yet; open the node you mean, or name it.",
            "这个故事里还没有角色节点；请打开要修改的节点，或说出它的名字。",
            &[],
        ),
        Notice::NoNode => language.say(
            "No node is open: open one, or say which node you mean.",
            "没有打开任何节点：请打开一个，或说出是哪个节点。",
            &[],
        ),
        Notice::NoTool(tool) => language.say(
            "I understood this, but the tool for it ({}) is not available here, so I did not do it.",
            "我听懂了，但这里没有可用的工具（{}），所以没有执行。",
            &[tool],
        ),
        Notice::WhichCapability => language.say(
            "Versions of what: the text, the picture or the attributes? For example: go back to version 2 of the text.",
            "是哪一项的版本：正文、图片还是属性？例如：正文回到第2版。",
            &[],
        ),
        Notice::UndoBound(bound) => language.say(
            "I take at most {} steps at a time; say it again for more.",
            "一次最多走{}步；需要更多请再说一遍。",
            &[&bound.to_string()],
        ),
    };
    Some(said)
}
