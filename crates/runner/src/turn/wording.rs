//! Why a turn did not end well, and what a person may do about it, in both languages. Pure text;
//! when each is said is decided in the machine.

use llm::LlmError;

use super::{NoRoom, Tongue};
use crate::Uncounted;
use crate::purse::HeldBack;

/// The offer to go on; "go on" and 「继续」 are what a window's button sends.
pub(super) fn go_on(tongue: Tongue) -> String {
    tongue.say(
        "Say \"go on\" to go on from here.",
        "说「继续」就从这里接着做。",
    )
}

/// Too many calls could not be carried out as made.
pub(super) fn spent(tongue: Tongue) -> (String, String) {
    let why = tongue.say(
        "Stopped: too many calls could not be carried out as they were made.",
        "已停下：太多调用无法照原样执行。",
    );
    let advice = tongue.say(
        "Say more precisely what you want, in smaller steps, or choose another model.",
        "请把要求说得更具体、分成更小的步骤，或换一个模型。",
    );
    (why, advice)
}

/// Nothing has worked for too long.
pub(super) fn stuck(failures: u32, tongue: Tongue) -> (String, String) {
    let why = tongue.say(
        format!("Stopped: {failures} calls in a row failed."),
        format!("已停下：连续 {failures} 次调用都失败了。"),
    );
    let advice = tongue.say(
        "Say in other words what you want, or try on.",
        "可以换个说法，或者再试试。",
    );
    (why, advice)
}

/// The output limit was reached before a word.
pub(super) fn used_up(thought: bool, tongue: Tongue) -> (String, String) {
    let why = if thought {
        tongue.say(
            "The model's thinking used up the whole room for its answer before it said a word.",
            "模型的思考用完了整个输出上限，还没有说出一个字。",
        )
    } else {
        tongue.say(
            "The model came to its output limit before it said a word.",
            "模型还没有说出一个字就到了输出上限。",
        )
    };
    let advice = tongue.say(
        "Raise output_tokens of this model in the settings, or ask for less at once.",
        "请在设置里提高这个模型的 output_tokens，或者一次少要求一些。",
    );
    (why, advice)
}

/// The output limit was reached in the middle of the words.
pub(super) fn cut_off(tongue: Tongue) -> String {
    tongue.say(
        "Cut at the model's output limit.",
        "在模型的输出上限处被截断。",
    )
}

/// The model, or its service's filter, will not.
pub(super) fn declined(without_words: bool, withheld: &[String], tongue: Tongue) -> String {
    let why = if without_words {
        tongue.say(
            "The model declined without a word.",
            "模型没有说明就拒绝了。",
        )
    } else {
        tongue.say(
            "The model, or its service's filter, ended the answer here and will not go on.",
            "模型或其服务的过滤器在这里中止了回答。",
        )
    };
    let withheld = match withheld {
        [] => String::new(),
        names => tongue.say(
            format!(
                "Calls it had begun were not carried out: {}.",
                names.join(", ")
            ),
            format!("已经开始的调用没有执行：{}。", names.join("、")),
        ),
    };
    tongue.join(&[&why, &withheld])
}

/// What to do about a refusal.
pub(super) fn other_words(tongue: Tongue) -> String {
    tongue.say(
        "Say it in other words, or choose another model.",
        "请换个说法，或换一个模型。",
    )
}

/// The model answered without words, again.
pub(super) fn no_words(tongue: Tongue) -> (String, String) {
    let why = tongue.say(
        "The model answered, but gave no words and called no tool.",
        "模型回答了，但没有说话，也没有调用工具。",
    );
    let advice = tongue.say(
        "Send it again, or choose another model.",
        "请再发送一次，或换一个模型。",
    );
    (why, advice)
}

/// A bound on steps.
pub(super) fn after_steps(steps: u32, tongue: Tongue) -> String {
    tongue.say(
        format!("Stopped after {steps} steps, the bound of one turn."),
        format!("已在 {steps} 步后停下，这是一轮的上限。"),
    )
}

/// A bound on tokens.
pub(super) fn after_tokens(tokens: u64, bound: u64, tongue: Tongue) -> String {
    tongue.say(
        format!("Stopped after {tokens} tokens; the bound of one turn is {bound}."),
        format!("已在 {tokens} 个 token 后停下；一轮的上限是 {bound}。"),
    )
}

/// A bound on money.
pub(super) fn after_money(cost: f64, bound: f64, left: Uncounted, tongue: Tongue) -> String {
    let stopped = tongue.say(
        format!("Stopped after spending {cost:.4}; the bound of one turn is {bound}."),
        format!("已在花费 {cost:.4} 后停下；一轮的上限是 {bound}。"),
    );
    tongue.join(&[&stopped, &uncounted(left, tongue)])
}

/// What the money that was named leaves out, for want of a price; empty where it is all of it.
fn uncounted(left: Uncounted, tongue: Tongue) -> String {
    let pictures = left.pictures;
    match (left.tokens, pictures) {
        (false, 0) => String::new(),
        (true, 0) => tongue.say(
            "Tokens are not counted in it: the settings give no price for this model.".to_owned(),
            "其中不含文字用量：设置里没有这个模型的价格。".to_owned(),
        ),
        (false, _) => tongue.say(
            format!("Pictures without a price in the settings are not counted in it: {pictures}."),
            format!("其中不含 {pictures} 张设置里没有价格的图片。"),
        ),
        (true, _) => tongue.say(
            format!(
                "Not counted in it, for want of a price in the settings: tokens, and pictures \
                 ({pictures})."
            ),
            format!("其中不含文字用量和 {pictures} 张图片：设置里没有它们的价格。"),
        ),
    }
}

/// A bound on pictures that are paid for.
pub(super) fn after_pictures(held_back: &HeldBack, left: Uncounted, tongue: Tongue) -> String {
    match held_back {
        HeldBack::Count { bound } => tongue.say(
            format!("Stopped after {bound} pictures that are paid for, the bound of one turn."),
            format!("已在 {bound} 张付费图片后停下，这是一轮的上限。"),
        ),
        HeldBack::Money {
            spent,
            price,
            bound,
        } => {
            let stopped = tongue.say(
                format!(
                    "Stopped before a picture that costs {price}: {spent:.4} is spent, and the bound \
                     of one turn is {bound}."
                ),
                format!(
                    "下一张图片要 {price}，已花费 {spent:.4}，而一轮的上限是 {bound}，因此停下。"
                ),
            );
            tongue.join(&[&stopped, &uncounted(left, tongue)])
        }
    }
}

/// What every request holds does not fit.
pub(super) fn no_room(full: &NoRoom, refused: Option<&str>, tongue: Tongue) -> (String, String) {
    let NoRoom {
        needed,
        room,
        window,
        ..
    } = full;
    let why = match refused {
        None => tongue.say(
            format!(
                "What every request holds (the instructions to the model, the node and the tools) \
                 takes about {needed} tokens, and {room} of the model's {window} are left for it \
                 beside its answer."
            ),
            format!(
                "每次请求必带的内容（给模型的说明、节点和工具）约需 {needed} 个 token，而模型的 \
                 {window} 个 token 中除去回答只剩 {room} 个。"
            ),
        ),
        Some(said) => tongue.say(
            format!(
                "The service found the request too long ({said}), and what every request holds \
                 takes about {needed} tokens, so it cannot be made much shorter."
            ),
            format!(
                "服务认为请求太长（{said}），而每次请求必带的内容约需 {needed} 个 token，无法再缩短\
                 多少。"
            ),
        ),
    };
    let advice = tongue.say(
        "Give the model a longer context (context_tokens in its settings, and on its server where \
         that runs on your machine), choose a model with a larger window, or keep less on this node.",
        "请给模型更长的上下文（设置中的 context_tokens；服务器在本机时也要在那里调大），换一个窗口\
         更大的模型，或者让这个节点少放些内容。",
    );
    (why, advice)
}

/// The turn has grown longer than the window, whatever is left out of it.
pub(super) fn turn_too_long(full: &NoRoom, tongue: Tongue) -> (String, String) {
    let (needed, room) = (full.needed, full.room);
    let why = tongue.say(
        format!(
            "This turn has grown too long for the model: with its tool results cut as short as they \
             can be, the next request takes about {needed} tokens, and there is room for {room}."
        ),
        format!(
            "这一轮对模型来说已经太长：工具结果已缩到最短，下一次请求仍约需 {needed} 个 token，而只有 \
             {room} 个的空间。"
        ),
    );
    let advice = tongue.say(
        "Ask for less at once, or choose a model with a larger window.",
        "请一次少要求一些，或换一个窗口更大的模型。",
    );
    (why, advice)
}

/// What the person wrote does not fit.
pub(super) fn instruction_too_long(full: &NoRoom, tongue: Tongue) -> (String, String) {
    let (needed, room) = (full.needed, full.room);
    let why = tongue.say(
        format!(
            "What you wrote is too long for this model: the request takes about {needed} tokens, and \
             there is room for {room}."
        ),
        format!("你写的内容对这个模型来说太长：请求约需 {needed} 个 token，而只有 {room} 个的空间。"),
    );
    let advice = tongue.say(
        "Put long text on a node and name the node instead, or choose a model with a larger window.",
        "请把长文字放到节点上并提到那个节点，或换一个窗口更大的模型。",
    );
    (why, advice)
}

/// A person stopped it.
pub(super) fn stopped(tongue: Tongue) -> String {
    tongue.say("Stopped by the person.", "已由你停止。")
}

/// Why the model could not be used; `tries` where it was tried more than once.
pub(super) fn reason(error: &LlmError, tries: u32, tongue: Tongue) -> String {
    let said = said(error, tongue);
    match tries {
        0 | 1 => tongue.say(format!("{said}."), format!("{said}。")),
        tries => tongue.say(
            format!("{said} (tried {tries} times)."),
            format!("{said}（试了 {tries} 次）。"),
        ),
    }
}

/// What a service or the way to it did, without a full stop.
pub(super) fn said(error: &LlmError, tongue: Tongue) -> String {
    match tongue {
        Tongue::English => error.to_string(),
        Tongue::Chinese => in_chinese(error),
    }
}

fn in_chinese(error: &LlmError) -> String {
    match error {
        LlmError::RateLimited {
            provider,
            retry_after,
        } => {
            let wait = retry_after.map(|it| format!("，{} 秒后再试", it.as_secs()));
            format!("{provider} 要求放慢速度{}", wait.unwrap_or_default())
        }
        LlmError::Overloaded {
            provider,
            status,
            message,
        } => format!("{provider} 出错（{status}）：{message}"),
        LlmError::Unreachable { provider, message } => format!("无法连接 {provider}：{message}"),
        LlmError::BrokenOff { provider, message } => {
            format!("{provider} 的回复还没说完就断了：{message}")
        }
        LlmError::Unauthorized { provider, message } => {
            format!("{provider} 拒绝了密钥：{message}")
        }
        LlmError::NoCredit { provider, message } => {
            format!("{provider} 的账户没有余额了：{message}")
        }
        LlmError::TooLong { provider, message } => {
            format!("对话对 {provider} 来说太长：{message}")
        }
        LlmError::Refused { provider, message } => format!("{provider} 拒绝回答：{message}"),
        LlmError::BadRequest {
            provider,
            status,
            message,
        } => format!("{provider} 不接受这个请求（{status}）：{message}"),
        LlmError::BadToolCall { provider, message } => {
            format!("{provider} 读不懂模型的工具调用：{message}")
        }
        LlmError::Unreadable { provider, message } => {
            format!("{provider} 的回复无法读懂：{message}")
        }
        LlmError::Empty { provider } => format!("{provider} 回答了，却什么也没说"),
        LlmError::Misconfigured { message } => message.english.clone(),
        LlmError::OverBudget { message } => message.clone(),
        LlmError::Cancelled => "已停止".to_owned(),
    }
}

/// What a person may do about it.
pub(super) fn advice(error: &LlmError, tongue: Tongue) -> String {
    let (english, chinese) = match error {
        LlmError::RateLimited { .. } => (
            "Send it again a little later, or choose another model.",
            "请稍后再发送，或换一个模型。",
        ),
        LlmError::Overloaded { .. } | LlmError::Unreachable { .. } | LlmError::BrokenOff { .. } => {
            (
                "Check the connection, send it again later, or choose another model.",
                "请检查网络，稍后再发送，或换一个模型。",
            )
        }
        LlmError::Unauthorized { .. } => (
            "Set the provider's key in the settings and send it again.",
            "请在设置里填好该服务的密钥，再发送一次。",
        ),
        LlmError::NoCredit { .. } => (
            "Add credit to the provider's account, or choose another model.",
            "请给该服务的账户充值，或换一个模型。",
        ),
        LlmError::TooLong { .. } => (
            "Begin a new thread, ask for less at once, or choose a model with a larger window.",
            "请开始新的对话，一次少要求一些，或换一个窗口更大的模型。",
        ),
        LlmError::Refused { .. } => return other_words(tongue),
        LlmError::BadRequest { .. } | LlmError::Misconfigured { .. } => (
            "Check the model's name and options in the settings, or choose another model.",
            "请检查设置里模型的名称和选项，或换一个模型。",
        ),
        LlmError::BadToolCall { .. } | LlmError::Unreadable { .. } | LlmError::Empty { .. } => (
            "Send it again, ask for less at once, or choose another model.",
            "请再发送一次，一次少要求一些，或换一个模型。",
        ),
        LlmError::Cancelled | LlmError::OverBudget { .. } => {
            ("Send it again to go on.", "再发送一次就接着做。")
        }
    };
    tongue.say(english, chinese)
}
