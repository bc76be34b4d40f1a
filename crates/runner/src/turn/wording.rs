//! Why a turn did not end well, and what a person can do about it, in both languages. Pure text;
//! the state machine decides when each is used.

use llm::LlmError;

use super::{ContextOverflow, Language};
use crate::UnpricedUsage;
use crate::turn_budget::ExceededLimit;

/// The offer to continue; "go on" and 「继续」 are what the button in the window sends.
pub(super) fn offer_to_continue(language: Language) -> String {
    language.say(
        "Say \"go on\" to go on from here.",
        "说「继续」就从这里接着做。",
    )
}

/// Too many calls could not be run as made.
pub(super) fn too_many_corrections(language: Language) -> (String, String) {
    let why = language.say(
        "Stopped: too many calls could not be carried out as they were made.",
        "已停下：太多调用无法照原样执行。",
    );
    let advice = language.say(
        "Say more precisely what you want, in smaller steps, or choose another model.",
        "请把要求说得更具体、分成更小的步骤，或换一个模型。",
    );
    (why, advice)
}

/// Too many calls in a row failed.
pub(super) fn too_many_failures(failures: u32, language: Language) -> (String, String) {
    let why = language.say(
        format!("Stopped: {failures} calls in a row failed."),
        format!("已停下：连续 {failures} 次调用都失败了。"),
    );
    let advice = language.say(
        "Say in other words what you want, or try on.",
        "可以换个说法，或者再试试。",
    );
    (why, advice)
}

/// The output limit was reached before any text.
pub(super) fn output_limit_before_text(thought: bool, language: Language) -> (String, String) {
    let why = if thought {
        language.say(
            "The model's thinking used up the whole room for its answer before it said a word.",
            "模型的思考用完了整个输出上限，还没有说出一个字。",
        )
    } else {
        language.say(
            "The model came to its output limit before it said a word.",
            "模型还没有说出一个字就到了输出上限。",
        )
    };
    let advice = language.say(
        "Raise output_tokens of this model in the settings, or ask for less at once.",
        "请在设置里提高这个模型的 output_tokens，或者一次少要求一些。",
    );
    (why, advice)
}

/// The output limit was reached in the middle of the text.
pub(super) fn output_limit_in_text(language: Language) -> String {
    language.say(
        "Cut at the model's output limit.",
        "在模型的输出上限处被截断。",
    )
}

/// The model, or its service's filter, refuses.
pub(super) fn declined(without_words: bool, withheld: &[String], language: Language) -> String {
    let why = if without_words {
        language.say(
            "The model declined without a word.",
            "模型没有说明就拒绝了。",
        )
    } else {
        language.say(
            "The model, or its service's filter, ended the answer here and will not go on.",
            "模型或其服务的过滤器在这里中止了回答。",
        )
    };
    let withheld = match withheld {
        [] => String::new(),
        names => language.say(
            format!(
                "Calls it had begun were not carried out: {}.",
                names.join(", ")
            ),
            format!("已经开始的调用没有执行：{}。", names.join("、")),
        ),
    };
    language.join(&[&why, &withheld])
}

/// What to do about a refusal.
pub(super) fn rephrase_advice(language: Language) -> String {
    language.say(
        "Say it in other words, or choose another model.",
        "请换个说法，或换一个模型。",
    )
}

/// The model replied without text again.
pub(super) fn empty_reply(language: Language) -> (String, String) {
    let why = language.say(
        "The model answered, but gave no words and called no tool.",
        "模型回答了，但没有说话，也没有调用工具。",
    );
    let advice = language.say(
        "Send it again, or choose another model.",
        "请再发送一次，或换一个模型。",
    );
    (why, advice)
}

/// The step limit was reached.
pub(super) fn step_limit(steps: u32, language: Language) -> String {
    language.say(
        format!("Stopped after {steps} steps, the bound of one turn."),
        format!("已在 {steps} 步后停下，这是一轮的上限。"),
    )
}

/// The token limit was reached.
pub(super) fn token_limit_reached(tokens: u64, bound: u64, language: Language) -> String {
    language.say(
        format!("Stopped after {tokens} tokens; the bound of one turn is {bound}."),
        format!("已在 {tokens} 个 token 后停下；一轮的上限是 {bound}。"),
    )
}

/// The cost limit was reached.
pub(super) fn cost_limit(cost: f64, bound: f64, left: UnpricedUsage, language: Language) -> String {
    let stopped = language.say(
        format!("Stopped after spending {cost:.4}; the bound of one turn is {bound}."),
        format!("已在花费 {cost:.4} 后停下；一轮的上限是 {bound}。"),
    );
    language.join(&[&stopped, &uncounted(left, language)])
}

/// What the stated cost leaves out because a price is missing; empty if it is complete.
fn uncounted(left: UnpricedUsage, language: Language) -> String {
    let pictures = left.pictures;
    match (left.tokens, pictures) {
        (false, 0) => String::new(),
        (true, 0) => language.say(
            "Tokens are not counted in it: the settings give no price for this model.".to_owned(),
            "其中不含文字用量：设置里没有这个模型的价格。".to_owned(),
        ),
        (false, _) => language.say(
            format!("Pictures without a price in the settings are not counted in it: {pictures}."),
            format!("其中不含 {pictures} 张设置里没有价格的图片。"),
        ),
        (true, _) => language.say(
            format!(
                "Not counted in it, for want of a price in the settings: tokens, and pictures \
                 ({pictures})."
            ),
            format!("其中不含文字用量和 {pictures} 张图片：设置里没有它们的价格。"),
        ),
    }
}

/// The limit of paid images was reached.
pub(super) fn picture_limit(
    held_back: &ExceededLimit,
    left: UnpricedUsage,
    language: Language,
) -> String {
    match held_back {
        ExceededLimit::Count { bound } => language.say(
            format!("Stopped after {bound} pictures that are paid for, the bound of one turn."),
            format!("已在 {bound} 张付费图片后停下，这是一轮的上限。"),
        ),
        ExceededLimit::Money {
            spent,
            price,
            bound,
        } => {
            let stopped = language.say(
                format!(
                    "Stopped before a picture that costs {price}: {spent:.4} is spent, and the bound \
                     of one turn is {bound}."
                ),
                format!(
                    "下一张图片要 {price}，已花费 {spent:.4}，而一轮的上限是 {bound}，因此停下。"
                ),
            );
            language.join(&[&stopped, &uncounted(left, language)])
        }
    }
}

/// The parts that every request contains do not fit.
pub(super) fn context_overflow(
    full: &ContextOverflow,
    refused: Option<&str>,
    language: Language,
) -> (String, String) {
    let ContextOverflow {
        needed,
        available_tokens,
        window,
        ..
    } = full;
    let why = match refused {
        None => language.say(
            format!(
                "What every request holds (the instructions to the model, the node and the tools) \
                 takes about {needed} tokens, and {available_tokens} of the model's {window} are left for it \
                 beside its answer."
            ),
            format!(
                "每次请求必带的内容（给模型的说明、节点和工具）约需 {needed} 个 token，而模型的 \
                 {window} 个 token 中除去回答只剩 {available_tokens} 个。"
            ),
        ),
        Some(said) => language.say(
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
    let advice = language.say(
        "Give the model a longer context (context_tokens in its settings, and on its server where \
         that runs on your machine), choose a model with a larger window, or keep less on this node.",
        "请给模型更长的上下文（设置中的 context_tokens；服务器在本机时也要在那里调大），换一个窗口\
         更大的模型，或者让这个节点少放些内容。",
    );
    (why, advice)
}

/// The turn has grown longer than the window, whatever is left out of it.
pub(super) fn turn_too_long(full: &ContextOverflow, language: Language) -> (String, String) {
    let (needed, available_tokens) = (full.needed, full.available_tokens);
    let why = language.say(
        format!(
            "This turn has grown too long for the model: with its tool results cut as short as they \
             can be, the next request takes about {needed} tokens, and there is room for {available_tokens}."
        ),
        format!(
            "这一轮对模型来说已经太长：工具结果已缩到最短，下一次请求仍约需 {needed} 个 token，而只有 \
             {available_tokens} 个的空间。"
        ),
    );
    let advice = language.say(
        "Ask for less at once, or choose a model with a larger window.",
        "请一次少要求一些，或换一个窗口更大的模型。",
    );
    (why, advice)
}

/// The person's instruction does not fit.
pub(super) fn instruction_too_long(full: &ContextOverflow, language: Language) -> (String, String) {
    let (needed, available_tokens) = (full.needed, full.available_tokens);
    let why = language.say(
        format!(
            "What you wrote is too long for this model: the request takes about {needed} tokens, and \
             there is room for {available_tokens}."
        ),
        format!("你写的内容对这个模型来说太长：请求约需 {needed} 个 token，而只有 {available_tokens} 个的空间。"),
    );
    let advice = language.say(
        "Put long text on a node and name the node instead, or choose a model with a larger window.",
        "请把长文字放到节点上并提到那个节点，或换一个窗口更大的模型。",
    );
    (why, advice)
}

/// A person cancelled the turn.
pub(super) fn stopped(language: Language) -> String {
    language.say("Stopped by the person.", "已由你停止。")
}

/// Why the model could not be used; `tries` counts the attempts.
pub(super) fn reason(error: &LlmError, tries: u32, language: Language) -> String {
    let said = said(error, language);
    match tries {
        0 | 1 => language.say(format!("{said}."), format!("{said}。")),
        tries => language.say(
            format!("{said} (tried {tries} times)."),
            format!("{said}（试了 {tries} 次）。"),
        ),
    }
}

/// What went wrong with a service or the connection to it, without a full stop.
pub(super) fn said(error: &LlmError, language: Language) -> String {
    match language {
        Language::English => error.to_string(),
        Language::Chinese => in_chinese(error),
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

/// What a person can do about it.
pub(super) fn advice(error: &LlmError, language: Language) -> String {
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
        LlmError::Refused { .. } => return rephrase_advice(language),
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
    language.say(english, chinese)
}
