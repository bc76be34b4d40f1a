//! Versions: nothing written is ever lost (ST-7). `list` lists, `compare` compares, adopting an
//! older version is in `list` too; `steps` undoes and redoes, `states` names the whole story as it
//! stands, `drafts` decides on what was written for review, `rebase` brings it onto a story that went
//! on. `subjects` and `difference` are the words and comparisons they share.

mod compare;
mod difference;
mod drafts;
mod list;
mod rebase;
mod states;
mod subject_names;
#[cfg(test)]
mod tests;
mod undo;

use capability::Impact::{Read, Write};
use capability::{Capability, Tool};

pub(crate) struct Versions;

impl Capability for Versions {
    fn name(&self) -> &'static str {
        "versions"
    }

    fn title(&self) -> &'static str {
        "Versions"
    }

    fn summary(&self) -> &'static str {
        "Lists, compares and restores earlier versions, undoes and redoes."
    }

    fn tools(&self) -> Vec<Tool> {
        [
            version_tools(),
            undo_tools(),
            named_state_tools(),
            draft_tools(),
        ]
        .concat()
    }
}

/// Tools for the versions of one node.
fn version_tools() -> Vec<Tool> {
    vec![
        Tool::new("list", "list_versions", Read, list::list)
            .with_aliases(
                "earlier versions; version history of this scene; what it looked like before; \
                 older drafts of the text; who changed this; past revisions; \
                 how often was it rewritten; previous wording; all revisions of this card",
                "以前的版本；历史版本；旧稿；改过几次；这章的各个版本；之前是什么样；第几稿；\
                 谁改过这里；以前怎么写的；全部修订",
            )
            .verb("versions")
            .hints(list::show_list),
        Tool::new("compare", "compare_versions", Read, compare::compare)
            .with_aliases(
                "difference between versions; what changed in the text; compare two drafts; \
                 old against new; show the changes; diff; side by side with the earlier one; \
                 what did you change here",
                "比较版本；两版区别；改了哪里；新旧对照；对比两稿；差异；前后有什么不同；\
                 看改动",
            )
            .verb("compare")
            .hints(compare::show_compared),
        Tool::new("adopt", "adopt_version", Write, list::adopt)
            .with_aliases(
                "go back to the earlier version; use the old text again; \
                 restore the previous portrait; the older one was better; \
                 bring the first draft back; switch to that version; \
                 return this node to how it was; that version was the best",
                "恢复旧版本；用回以前的；还是上一版好；换回第一稿；采用这个版本；\
                 换回原来的图；退回到旧稿；以前那版更好；那一版最好",
            )
            .verb("adopt")
            .hints(list::show_adopted),
    ]
}

/// Tools for steps, back and forward.
fn undo_tools() -> Vec<Tool> {
    vec![
        Tool::new("undo", "undo", Write, undo::undo)
            .with_aliases(
                "undo; take it back; revert the last step; that was wrong; \
                 I did not mean that; go back one step; cancel what you just did; ctrl z; \
                 not like that",
                "撤销；撤回；退一步；弄错了；不是这个意思；取消刚才的操作；刚改的不要；\
                 还原上一步；反悔",
            )
            .verb("undo")
            .hints(undo::show_undone),
        Tool::new("redo", "redo", Write, undo::redo)
            .with_aliases(
                "redo; do it again; bring back what was undone; forward again; \
                 I want that change after all; reapply the undone step; undo the undo; \
                 put that change in again",
                "重做；恢复撤销；再做一次；前进一步；还是要刚才的；撤销过头了；\
                 把撤回的弄回来；那个改动再加回来",
            )
            .verb("redo")
            .hints(undo::show_redone),
        Tool::new("steps", "list_steps", Read, undo::list).with_aliases(
            "steps that can be undone; what can I undo; list of last actions; undo list; \
             how many steps back; what will be taken back next; recent operations",
            "可撤销的步骤；能撤销什么；操作列表；退几步；撤销记录；最近的操作；\
             哪些步骤可以退",
        ),
        Tool::new("history", "story_history", Read, undo::history)
            .with_aliases(
                "history of changes; who changed what; what happened lately; \
                 what was done today; log of edits; recent activity in the book; \
                 what has the assistant done; changes since yesterday; when was it deleted; \
                 when did it disappear",
                "修改历史；谁改了什么；最近的改动；今天改了什么；更新日志；昨天做了什么；\
                 助手动过哪里；变更记录；什么时候删的；什么时候改的",
            )
            .verb("history"),
    ]
}

/// Tools for named states.
fn named_state_tools() -> Vec<Tool> {
    vec![
        Tool::new("create_snapshot", "create_snapshot", Write, states::name)
            .formerly("name", "name_state")
            .with_aliases(
                "save this point; make a snapshot; set a milestone; name the present state; \
             save before the rewrite; checkpoint; bookmark where we are; \
             remember this state as; keep a safe copy; keep this as the version for",
                "存档；做个快照；标记里程碑；给现状起名；改之前存一下；记住现在的样子；\
             留个备份点；保存当前状态；存为一个版本；记下现在的样子",
            ),
        Tool::new("list_snapshots", "list_snapshots", Read, states::list)
            .formerly("states", "list_states")
            .with_aliases(
                "named states; saved milestones; list of snapshots; \
             which save points are there; what checkpoints did I make; \
             all bookmarks of the story",
                "有哪些存档；存档列表；里程碑列表；快照都有哪些；命名过的状态；存过几次档；\
             看看存档点",
            ),
        Tool::new(
            "restore_snapshot",
            "restore_snapshot",
            Write,
            states::restore,
        )
        .formerly("restore", "restore_state")
        .with_aliases(
            "go back to the milestone; restore the snapshot; load a save; \
             return the whole story to; everything as it was before; \
             reset to the checkpoint; roll the book back",
            "恢复存档；回到里程碑；读档；整本书退回；全部还原到；回滚到那个状态；\
             恢复快照；故事变回以前",
        ),
    ]
}

/// Tools for drafts.
fn draft_tools() -> Vec<Tool> {
    vec![
        Tool::new("drafts", "list_drafts", Read, drafts::list).with_aliases(
            "drafts waiting; pending proposals; what waits for my decision; \
             suggestions to review; unreviewed changes; anything to approve",
            "待审草稿；等我决定；有哪些建议；未审核的改动；还有没定的吗；待处理的提案；\
             草稿列表",
        ),
        Tool::new("show_draft", "show_draft", Read, drafts::show).with_aliases(
            "what would the draft change; show the proposal; \
             let me see the suggested changes; preview the changes before accepting; \
             look at the suggestion; what is in the draft; your proposed rewrite",
            "看草稿；草稿改了什么；提议的修改；采纳前看看；建议的内容；预览改动；\
             你打算怎么改；看看提案",
        ),
        // A draft waits for a person: a model that could adopt its own would review itself.
        Tool::new("adopt_draft", "adopt_draft", Write, drafts::adopt)
            .with_aliases(
                "accept the draft; take over the proposal; approve the suggestion; \
                 yes, use it; adopt the changes",
                "采纳草稿；接受提案；同意修改；就用这版建议；通过审阅",
            )
            .hidden_from_models(),
        Tool::new("drop_draft", "drop_draft", Write, drafts::drop_pieces)
            .with_aliases(
                "reject the draft; discard the proposal; no, leave it; refuse the suggestion; \
                 throw the draft away",
                "丢弃草稿；拒绝提案；不采纳；否决建议；不要这份草稿",
            )
            .hidden_from_models(),
        Tool::new("rebase_draft", "rebase_draft", Write, rebase::rebase)
            .with_aliases(
                "bring the draft up to date; the story has changed since the draft; \
                 resolve the conflict of a draft; renew the proposal",
                "更新草稿；草稿过时了；解决草稿冲突；让草稿跟上最新的故事",
            )
            .hidden_from_models(),
        Tool::new(
            "adopt_passages",
            "adopt_passages",
            Write,
            rebase::adopt_passages,
        )
        .with_aliases(
            "accept a part of the draft; take only these passages; adopt some sentences; \
             partly accept",
            "部分采纳；只采纳几段；接受其中几句；采纳一部分",
        )
        .hidden_from_models(),
    ]
}
