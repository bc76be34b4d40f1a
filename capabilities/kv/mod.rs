//! KV: structured attributes of a node, as pairs of a key and a value in the writer's order
//! (ST-2). Keys are unique within a node, letter case aside. Values are text; nothing here knows
//! what they mean. Many nodes at once are in `bulk`, a table of them in
//! `table`.

mod bulk;
mod table;
#[cfg(test)]
mod tests;

use capability::{
    Capability, DataSpec, Impact, InvalidArgument, Tool, ToolContext, ToolError, UiHints,
};
use model::Slot;
use model::contents::{Attribute, Attributes, KV};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{NodeRef, hints, node_title, stored, to_json};
use crate::error::CapabilityError;
use crate::validate;

const NAME: &str = KV;

pub(crate) struct Kv;

impl Capability for Kv {
    fn name(&self) -> &'static str {
        NAME
    }

    fn title(&self) -> &'static str {
        "KV"
    }

    fn summary(&self) -> &'static str {
        "Stores structured attributes."
    }

    fn data(&self) -> Option<DataSpec> {
        Some(DataSpec::of::<Attributes>("{ items: [{k, v}] }"))
    }

    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::new("update", "update_node_kv", Impact::Write, update)
                .with_aliases(
                    "set an attribute; write into the character sheet; note down a trait; \
                     record a fact; fill in the profile; remember that she is; change his age; \
                     he has a new job; put down hair and eyes; give the character a backstory; \
                     add a property to the card; keep this detail; save a fact about somebody; \
                     keep that with her data",
                    "修改属性；记下设定；填人物卡；写进人物设定；记到设定里；改年龄；补充资料；\
                     更新人设；添加一条设定；登记外貌；设定职业；把这个细节记住；境界提升；\
                     存到人物档案",
                )
                .hints(show_update),
            Tool::new("remove", "remove_node_kv", Impact::Write, remove).with_aliases(
                "delete an attribute; take a field away; remove a trait; \
                 drop an entry from the sheet; clear a property; \
                 strike a line from the profile; that detail no longer holds; \
                 forget what we said about him",
                "删除属性；去掉一项设定；删掉这条设定；不要这一栏；清掉字段；从人物卡上拿掉；\
                 这项资料作废；这一条去掉",
            ),
            Tool::new("read", "read_node_kv", Impact::Read, read).with_aliases(
                "read the attributes; look at the character sheet; what do we know about him; \
                 how old is she; what is her job; which traits does he have; \
                 look up a detail; his profile; what did I set for this character; \
                 when was she born; which weapon does he carry",
                "查看属性；看人物卡；这个人物的设定；他多大；是什么身份；查设定；角色资料；\
                 看看外貌性格；之前怎么设定的；她用什么；哪天生日",
            ),
            Tool::new("list", "list_attributes", Impact::Read, bulk::list).with_aliases(
                "attributes of all characters; table of traits; compare the characters; \
                 everybody's stats; overview of all profiles; who has which value; \
                 cast list with details; side by side sheet of characters; \
                 which keys are in use",
                "所有人物的属性；设定表；人物对照表；角色一览表；各人的设定汇总；\
                 把角色列成表；大家的年龄和职业；横向比较人物；都用了哪些属性",
            ),
            Tool::new("set", "set_attribute", Impact::Write, bulk::set)
                .with_aliases(
                    "same attribute for several nodes; give them all the same value; \
                     set a trait for everyone; tag all of these; same faction for the whole crew; \
                     fill in one field on many cards; mark several chapters with a point of view; \
                     all of them belong to",
                    "批量设置属性；统一设成同一个值；几个人都属于；给这些都加上；一起改阵营；\
                     全都标上；多个节点同一属性；一次给大家填上",
                )
                .hints(bulk::show_set),
            Tool::new(
                "update_table",
                "update_attribute_table",
                Impact::Write,
                table::write,
            )
            .formerly("write", "write_attributes")
            .formerly_parameter("make", "create_nodes")
            .with_aliases(
                "paste a spreadsheet; fill in the table of attributes; enter rows of a sheet; \
                     put a list of people in with their details; many characters at once; \
                     update several cards, each with its own values; take over a cast list; \
                     whole columns of data; write a table",
                "粘贴表格；填设定表；按表格录入；批量录入角色；一次写入多个角色各自的属性；\
                     导入电子表格；整张表写进去；按行填写资料；录入名单",
            )
            .hints(table::show_written),
            Tool::new("rename", "rename_attribute", Impact::Write, bulk::rename)
                .with_aliases(
                    "rename a key; call the field something else; \
                     rename the attribute everywhere; another name for the property; \
                     the field is spelled wrong on all sheets; change the column heading; \
                     use a different word for this attribute",
                    "属性改名；字段改名；键改名；把这个栏目换个叫法；所有卡片上的这一项改叫；\
                     统一字段名称；栏目名写错了",
                )
                .hints(bulk::show_renamed),
        ]
    }
}

/// Update the key-value data of a node. Use this to store structured settings: a name, an age, a
/// role, a mood. Other pairs stay unchanged.
#[derive(Deserialize, JsonSchema)]
struct Update {
    /// The pairs to set. A key that exists gets the new value; a new key is added at the end.
    items: Vec<Attribute>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Updated {
    node: NodeRef,
    version: u32,
    count: usize,
    /// The pairs set, under the keys the node has.
    items: Vec<Attribute>,
}

async fn update(cx: ToolContext, input: Update) -> Result<Updated, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    if input.items.is_empty() {
        return Err(ToolError::invalid("/items", "there is no pair to set")
            .hint("give at least one {k, v}")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    let mut pairs = Vec::new();
    for (index, pair) in input.items.into_iter().enumerate() {
        let k = validate::line(&format!("/items/{index}/k"), "the key", &pair.k)?;
        validate::prose(&format!("/items/{index}/v"), "the value", &pair.v)?;
        pairs.push(Attribute { k, v: pair.v });
    }
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, NAME);
        let mut attributes: Attributes = stored(edit.adopted(&slot)?.as_ref())?;
        let items: Vec<_> = pairs.into_iter().map(|it| attributes.set(it)).collect();
        let version = edit.write(&slot, &to_json(&attributes))?.number;
        Ok(Updated {
            node: NodeRef::from(&node),
            version,
            count: items.len(),
            items,
        })
    })
    .await
}

fn show_update(answer: &Value) -> Option<UiHints> {
    let title = format!("Attributes of {}", node_title(answer));
    hints("attributes", title, json!({ "items": answer["items"] }))
}

/// Remove pairs from the key-value data of a node by their keys. If one of the keys does not exist,
/// nothing is removed.
#[derive(Deserialize, JsonSchema)]
struct Remove {
    /// The keys to remove, as the node has them; letter case does not matter.
    keys: Vec<String>,
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Removed {
    node: NodeRef,
    version: u32,
    count: usize,
    /// The pairs taken away.
    removed: Vec<Attribute>,
    /// How many pairs are left.
    left: usize,
}

async fn remove(cx: ToolContext, input: Remove) -> Result<Removed, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    if input.keys.is_empty() {
        return Err(ToolError::invalid("/keys", "there is no key to remove")
            .hint("read_node_kv lists the keys of a node")
            .said(&InvalidArgument::FieldEmpty {}));
    }
    cx.edit(move |edit| {
        let slot = Slot::node(node.id, NAME);
        let mut attributes: Attributes = stored(edit.adopted(&slot)?.as_ref())?;
        let had = attributes.items.clone();
        let mut removed = Vec::new();
        for (index, key) in input.keys.iter().enumerate() {
            let Some(at) = attributes.position(key.trim()) else {
                let (title, key) = (node.title.clone(), validate::shorten_for_message(key));
                let known = validate::join_names(had.iter().map(|it| it.k.as_str()));
                return Err(ToolError::not_found(CapabilityError::NoKey { title, key })
                    .hint(format!("its keys are: {known}"))
                    .at(format!("/keys/{index}")));
            };
            removed.push(attributes.items.remove(at));
        }
        let version = edit.write(&slot, &to_json(&attributes))?.number;
        let (count, left) = (removed.len(), attributes.items.len());
        Ok(Removed {
            node: NodeRef::from(&node),
            version,
            count,
            removed,
            left,
        })
    })
    .await
}

/// Read the key-value data of a node: all its pairs, in order.
#[derive(Deserialize, JsonSchema)]
struct Read {
    /// The node's title, or the first or last characters of its id. Defaults to the node being
    /// edited.
    node: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ReadResult {
    node: NodeRef,
    /// The adopted version; none where the node has no attributes yet.
    version: Option<u32>,
    count: usize,
    items: Vec<Attribute>,
}

async fn read(cx: ToolContext, input: Read) -> Result<ReadResult, ToolError> {
    let node = validate::node(&cx, "/node", input.node.as_deref())?;
    let version = cx.story().adopted(&Slot::node(node.id, NAME))?;
    let Attributes { items } = stored(version.as_ref())?;
    let version = version.map(|it| it.number);
    Ok(ReadResult {
        node: NodeRef::from(&node),
        version,
        count: items.len(),
        items,
    })
}
