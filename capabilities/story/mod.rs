//! Story: the graph itself. Nodes are created, named and removed in `nodes`, several at once in
//! `bulk`, linked in `links`, put in order on the map in `map_layout`; title, start and kinds are
//! in `story_settings`; `queries` reads. No data of its own is kept: what makes a node a node is versioned by
//! the store like everything else.

mod bulk;
mod links;
mod map_layout;
mod nodes;
mod queries;
mod rename;
mod story_settings;
#[cfg(test)]
mod tests;

use capability::Impact::{Read, Write};
use capability::{Capability, Tool};
use map_layout::{color, fit, fold, groups, moves, tidy};
use queries::{find, map, node_details, outline, paths, show};

pub(crate) struct StoryGraph;

impl Capability for StoryGraph {
    fn name(&self) -> &'static str {
        "story"
    }

    fn title(&self) -> &'static str {
        "Story"
    }

    fn summary(&self) -> &'static str {
        "Creates, links, finds and removes the nodes of the story."
    }

    fn tools(&self) -> Vec<Tool> {
        [
            node_tools(),
            map_tools(),
            bulk_tools(),
            link_tools(),
            query_tools(),
            story_tools(),
        ]
        .concat()
    }
}

/// Tools for one node.
fn node_tools() -> Vec<Tool> {
    vec![
        Tool::new("create", "create_node", Write, nodes::create)
            .with_aliases(
                "add a scene; new character; create a chapter; new place; start a new page; \
                 insert a scene after this one; we need another character; add a card; \
                 new passage; make a note; someone new appears; begin the next chapter; \
                 put in a new person; another room",
                "新建场景；加一个角色；新开一章；添加地点；新建节点；加张卡片；插入一个场景；\
                 增加一个人物；建个笔记；再来一个反派；开新的一节；新人物登场；多一个房间",
            )
            .hints(nodes::show_created),
        Tool::new("rename", "rename_node", Write, rename::rename)
            .with_aliases(
                "rename the scene; another title; call the chapter; \
                 change the character's name; give it a better headline; \
                 she is called something else now; new title for this page; retitle; \
                 the place is now called",
                "改名；换个标题；章节改名；角色改名字；这一章叫；给场景重新取名；\
                 人物换个名字；改卡片标题；这里改叫",
            )
            .hints(rename::show_renamed),
        Tool::new("set_kind", "set_node_kind", Write, nodes::set_kind)
            .formerly("describe", "describe_node")
            .with_aliases(
                "change the kind; this is a place, not a scene; turn it into a character; \
             make it a note; wrong type of card; change the type of this node; \
             color this one card",
                "改类型；把它变成地点；这个其实是人物；转成笔记；类型弄错了；这张卡归为场景；\
             换一种节点类型",
            ),
    ]
}

/// Tools for where nodes stand and how they look.
fn map_tools() -> Vec<Tool> {
    vec![
        Tool::new("move", "move_node", Write, moves::move_one).with_aliases(
            "move the card; drag it to the left; shift it on the map; \
             put it somewhere else on the canvas; move it into the group; \
             take it out of the frame; place it below; nudge it up; bring it nearer",
            "移动卡片；往左挪；往下放；换个位置；拖到右边；放进分组里；移出框；\
             在画布上移动；挪进这一卷；靠近一点",
        ),
        Tool::new("move_several", "move_nodes", Write, moves::arrange)
            .formerly("arrange", "arrange_nodes")
            .with_aliases(
                "line the cards up; put them in a row; stack them in a column; \
             spread these cards out; place several cards; arrange the selected scenes; \
             align them; space them evenly; move several at once",
                "排成一排；排成一列；把几张卡对齐；摆开；间距均匀；竖着排；把选中的摆整齐；\
             同时移动几个；放到下面一行",
            ),
        Tool::new("tidy", "tidy_map", Write, tidy::tidy).with_aliases(
            "tidy up the map; auto layout; clean up the canvas; cards overlap; \
             the graph is a mess; lay everything out; sort the board; \
             arrange the whole graph neatly; make the map readable",
            "整理地图；自动布局；自动排版；画布太乱；重新排布；理顺整张图；卡片重叠了；\
             整理画布；一键整理",
        ),
        Tool::new("group", "group_nodes", Write, groups::group)
            .with_aliases(
                "group these scenes; put them in a frame; bundle into an act; \
                 make a part of these chapters; box them together; collect under a heading; \
                 new group around them; wrap into a volume",
                "分组；归成一卷；把这些圈起来；放进一个框；合成一组；建一个分卷；归到一起；\
                 打包成一幕",
            )
            .hints(groups::show_grouped),
        Tool::new("ungroup", "ungroup", Write, groups::ungroup).with_aliases(
            "take the group apart; dissolve the group; \
             remove the frame but keep the scenes; break the group up; undo the grouping; \
             no group any more; drop the container",
            "取消分组；解散；拆开这个组；去掉外框；不要这个卷但留着章节；解除编组；拆框",
        ),
        Tool::new("fold", "fold_groups", Write, fold::fold)
            .with_aliases(
                "collapse the group; fold the act; hide what is inside; close the group; \
                 unfold it; expand the group; open the folded group; \
                 show what the group holds; less clutter",
                "折叠；收起这一卷；展开分组；隐藏里面的内容；把组合上；点开看里面；收拢；\
                 打开折叠的组",
            )
            .hints(fold::show_folded),
        Tool::new("fit", "fit_groups", Write, fit::fit)
            .with_aliases(
                "fit the frame to its cards; shrink the group around its content; \
                 the frame is too large; resize the box to what is in it; \
                 tighten the frame; fit to content; too much empty room in the act",
                "框贴合内容；缩小外框；框太大了；让分组大小适应卡片；收紧外框；\
                 按内容调整框的大小；组里空白太多",
            )
            .hints(fit::show_fitted),
        Tool::new("color", "color_nodes", Write, color::color_nodes).with_aliases(
            "color the cards; paint them red; mark these scenes in blue; highlight cards; \
             another color for the chapters; give them the usual color back; \
             color code by point of view; tint",
            "染色；标成红色；换颜色；给卡片上色；用颜色区分；恢复默认颜色；高亮这些；\
             把这几张变绿",
        ),
    ]
}

/// Tools for several nodes at once.
fn bulk_tools() -> Vec<Tool> {
    vec![
        Tool::new("set_kinds", "set_node_kinds", Write, bulk::set_kinds)
            .formerly("describe_several", "describe_nodes")
            .with_aliases(
                "change the kind of several nodes; turn them all into places; \
             these are all characters; make them notes; wrong type on all of these; \
             all of these should be scenes",
                "批量改类型；这些都是人物；全部变成地点；一起转成笔记；把它们都归为场景；\
             这几个类型都错了",
            ),
        Tool::new("duplicate", "duplicate_nodes", Write, bulk::duplicate)
            .with_aliases(
                "copy the scene; duplicate the character; clone it; same scene once more; \
                 make a copy with everything; a variant of this scene; another one like this; \
                 paste a copy",
                "复制节点；复制一份场景；克隆角色；再来一份；拷贝这几张；照样弄一个；\
                 做个副本来改；一模一样的再建一个",
            )
            .hints(bulk::show_copied),
        Tool::new("remove", "remove_node", Write, nodes::remove).with_aliases(
            "delete the scene; remove the character; cut this chapter; \
             throw the card away; get rid of this one; the place is not needed; \
             drop this scene; kill the page",
            "删除场景；删掉这一章；去掉角色；不要这张卡；把这个删了；砍掉这段剧情；\
             这个人物不要了；移除节点",
        ),
        Tool::new("remove_several", "remove_nodes", Write, bulk::remove)
            .with_aliases(
                "delete several scenes; remove all of these; throw them all out; \
                 delete the selected cards; get rid of all notes; drop these chapters; \
                 clear out; these are no longer part of the story",
                "批量删除；把选中的都删了；这几章都不要；全部删掉；清理这些卡片；一次删几个；\
                 把这些统统去掉；这些都不在故事里了",
            )
            .hints(bulk::show_removed),
    ]
}

/// Tools for links.
fn link_tools() -> Vec<Tool> {
    vec![
        Tool::new("link", "link_nodes", Write, links::link)
            .with_aliases(
                "connect two scenes; add a choice; link to; make an option that leads to; \
                 from here the reader can go to; draw an arrow; let the player choose; \
                 branch to; this scene is followed by; new way from here to there; \
                 after this comes that",
                "连接两个场景；加一个选项；连线；加个分支；从这里可以走到；后面接；\
                 让读者选择；新增选择支；跳转到；把两章连起来；画个箭头；之后接；然后到",
            )
            .hints(links::show_link),
        Tool::new("update_link", "update_link", Write, links::update)
            .formerly("relabel", "relabel_link")
            .with_aliases(
                "change the choice; reword the option; change the label of the link; \
                 only available if; condition of a choice; lock an option; \
                 show the choice only when; choosing it costs gold; \
                 the option leads somewhere else; reorder the choices; redirect the link; \
                 text of the button; it may be chosen only once; gone after it was picked",
                "修改选项；选项文字；选项的条件；满足条件才出现；改连线；这个选项只有；\
                 换选项的说法；选了之后加变量；选项改跳到；调整选项顺序；解锁条件；隐藏选项；\
                 只能选一次；选过就不再出现",
            )
            .hints(links::show_link),
        Tool::new("remove_link", "remove_link", Write, links::unlink)
            .formerly("unlink", "unlink_nodes")
            .with_aliases(
                "remove the link; disconnect; delete the choice; cut the connection; \
             no way from here to there; take the option away; erase the arrow; \
             reader cannot go there any more; there should be no way between them",
                "断开连接；删掉连线；去掉选项；取消跳转；不要这条线；两章不再相连；删除分支；\
             不让读者走这里；之间不该有路",
            ),
    ]
}

/// Tools that only look.
fn query_tools() -> Vec<Tool> {
    vec![
        Tool::new("find", "find_nodes", Read, find::find).with_aliases(
            "find characters; which scenes have; all places; nodes with this attribute; \
             list all characters; cards whose status is; scenes told by; who belongs to; \
             filter the cards; show every note; by title",
            "查找人物；所有地点；哪些场景；有哪些角色是；按属性找；列出人物；筛选卡片；\
             谁是反派；视角是谁的章节；找标题；状态是未完成的",
        ),
        Tool::new("outline", "outline", Read, outline::outline)
            .with_aliases(
                "outline of the story; structure of the book; overview of the plot; \
                 how the chapters hang together; tree of scenes; big picture; \
                 table of contents; summary of the whole; storyline at a glance; \
                 map of the branches",
                "大纲；故事结构；全书梗概；剧情脉络；章节目录；整体框架；树状图；看看全局；\
                 分支一览；总体走向",
            )
            .verb("outline"),
        Tool::new("neighbors", "neighbors", Read, find::neighbors).with_aliases(
            "what is around; what comes before and after; previous and next scene; \
             what leads here; where can one go from here; incoming and outgoing links; \
             options from this scene; who leads to this chapter; \
             from where do you get here; which choices are there here",
            "周围有什么；前后是什么；上一章下一章；从这里能去哪；谁通向这里；相邻节点；\
             前因后果；这里的出口；从哪里能到这里；这里有哪些选择",
        ),
        Tool::new("paths", "find_paths", Read, paths::find).with_aliases(
            "ways from start to end; route to the ending; how to get there; \
             can the reader reach; paths between two scenes; which choices lead to; \
             walkthrough; is there a way",
            "路径；从开头到结局；怎么走到；走哪些选项；能不能到达；路线；如何达成结局；\
             攻略；中间经过哪些",
        ),
        Tool::new("show", "show_node", Read, show::show)
            .with_aliases(
                "everything about this node; tell me all about; show the whole card; \
                 all data of the scene; what do we have on; details of the node; \
                 open the card; full entry; what does this card contain",
                "显示全部内容；这个节点有什么；完整资料；看整张卡片；所有信息；详细情况；\
                 全部设定和正文；打开卡片；这张卡上有什么",
            )
            .verb("show"),
        Tool::new("read_map", "read_map", Read, map::read)
            .with_aliases(
                "every card and link; read the whole graph; what changed on the map since; \
                 state of the map",
                "读取地图；所有卡片和连线；整张图的数据；地图有什么变化",
            )
            .hidden_from_models(),
        Tool::new("read_node", "read_node", Read, node_details::read)
            .with_aliases(
                "read the node at once; all data and links of a node; \
                 what mentions this node; backlinks",
                "读取节点；节点的全部数据；谁提到这个节点；反向引用",
            )
            .hidden_from_models(),
    ]
}

/// Tools for the story itself.
fn story_tools() -> Vec<Tool> {
    vec![
        Tool::new("set_start", "set_start", Write, story_settings::set_start).with_aliases(
            "start here; begin the story at; first scene; opening scene; entry point; \
             make this the beginning; the reader begins with; where the game starts; \
             let the reader begin with this",
            "设为起点；从这里开始；故事开头；第一个场景；开局；入口；改开场；\
             先看到的一章；让读者先读",
        ),
        Tool::new(
            "rename_story",
            "rename_story",
            Write,
            story_settings::rename_story,
        )
        .with_aliases(
            "rename the book; title of the story; call the project; \
             new name for the whole; working title; the novel is called; \
             change the game's name; I decided on a title",
            "书名；给故事改名；作品名称；整本书改叫；项目名；换个书名；小说取名；书名定了",
        ),
        Tool::new(
            "define_kind",
            "define_kind",
            Write,
            story_settings::define_kind,
        )
        .with_aliases(
            "new kind of card; define a type; own category; custom node type; \
             a kind for spells; besides scenes and characters I need; type for factions; \
             what new nodes of this kind start with; a sort of card of its own",
            "自定义类型；新的节点类型；新类别；增加一种卡片；定义阵营类；除了人物还要；\
             专门的类型；自创分类；单独做一种卡",
        ),
    ]
}
