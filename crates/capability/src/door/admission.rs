//! Admission: what a call passes before its tool runs: validation, the grant, a person's word, and
//! whether it was carried out before. Enter through [`Door::admit`]. Not here: the running.

use model::ContentHash;
use serde_json::Value;
use store::CallRef;

use super::{Asked, Door, is_model};
use crate::catalog::Entry;
use crate::{
    Answer, Audience, Backing, Caller, Code, Decision, ErrorReport, Hindrance, Impact, Question,
    ToolError, ToolSpec,
};

/// A call past validation and grant.
pub(super) enum Admitted {
    Run(Allowed),
    DoneBefore(Done),
}

/// A call that was carried out before.
pub(super) struct Done {
    pub(super) outcome: Value,
    pub(super) call: CallRef,
    /// The arguments it ran with, where a person put them in the place of the caller's.
    pub(super) edited: Option<Value>,
}

/// A call that may run now.
pub(super) struct Allowed {
    pub(super) args: Value,
    pub(super) call: Option<CallRef>,
    /// Whether a person put these arguments in the place of the caller's.
    pub(super) is_edited: bool,
}

impl Door {
    /// Validation, grant, a person's word, and whether the call was carried out before.
    pub(super) async fn admit(
        &self,
        asked: Asked<'_>,
        entry: &Entry,
        args: Value,
    ) -> Result<Admitted, Box<ErrorReport>> {
        let spec = &entry.tool.spec;
        let args = entry.input.admit(args)?;
        let must_ask = self.must_ask(asked.caller, spec)?;
        let mut call = None;
        if spec.impact != Impact::Read {
            let wish = call.insert(call_ref(asked, spec, &args)).clone();
            // Before a person is asked: nobody is asked twice about one call.
            if !wish.is_new
                && let Some(outcome) = self.backing.store.outcome(&wish).map_err(ToolError::from)?
            {
                let kept = self.backing.store.kept(None, &edited_as(&wish));
                return Ok(Admitted::DoneBefore(Done {
                    outcome,
                    edited: kept.map_err(ToolError::from)?,
                    call: wish,
                }));
            }
        }
        let instead = match must_ask {
            true => ask(asked, entry, &args).await?,
            false => None,
        };
        if let Some(wish) = call.as_ref().filter(|it| must_ask && !it.is_new) {
            self.keep_edited(wish, instead.as_ref()).await?;
        }
        Ok(Admitted::Run(Allowed {
            is_edited: instead.is_some(),
            args: instead.unwrap_or(args),
            call,
        }))
    }

    /// Keeps a person's arguments for a call that may be made again: it is answered with what ran then,
    /// and says so. What an earlier attempt that came to nothing left is taken away.
    async fn keep_edited(&self, call: &CallRef, args: Option<&Value>) -> Result<(), ToolError> {
        let (store, name) = (&self.backing.store, edited_as(call));
        if args.is_some() || store.kept(None, &name)?.is_some() {
            store.keep(None, &name, args.cloned()).await?;
        }
        Ok(())
    }

    /// Whether a person has to be asked first; a failure where the caller may not call it at all.
    fn must_ask(&self, caller: &Caller, spec: &ToolSpec) -> Result<bool, ToolError> {
        let Backing { store, world, .. } = &self.backing;
        let denied = |why: String| {
            ToolError::new(Code::PermissionDenied, why)
                .hint("calling it again will not help; a person may do it or widen the grant")
                .said(&Hindrance::NotGranted {})
        };
        if spec.audience == Audience::People && is_model(caller) {
            return Err(denied(format!(
                "{} is for people, not for a model",
                spec.name
            )));
        }
        match caller.grant.decide(spec, store.story_id(), world.now()) {
            Decision::Allow => Ok(false),
            Decision::Ask => Ok(true),
            Decision::Deny(why) => Err(denied(why)),
        }
    }
}

/// Asks a person, and stops waiting when the call is cancelled. Gives the person's own arguments
/// where there are any; of ones that do not fit the person hears, not the caller, who had no part
/// in them.
async fn ask(
    asked: Asked<'_>,
    entry: &Entry,
    args: &Value,
) -> Result<Option<Value>, Box<ErrorReport>> {
    let caller = asked.caller;
    let first = Question::about(&entry.tool.spec, asked.id, args);
    let mut question = first.clone();
    loop {
        let answer = tokio::select! {
            biased;
            () = caller.cancelled.cancelled() => return Err(ToolError::cancelled().into()),
            answer = caller.approver.ask(question) => answer,
        };
        match answer {
            Answer::Approve | Answer::Always => return Ok(None),
            Answer::Edit(instead) => match entry.input.admit(instead.clone()) {
                Ok(fitting) if fitting == *args => return Ok(None),
                Ok(fitting) => return Ok(Some(fitting)),
                Err(fault) => {
                    question = first.again(instead, *Box::<ErrorReport>::from(fault));
                    // Whoever answers without thinking must not keep the program from all else.
                    tokio::task::yield_now().await;
                }
            },
            Answer::Reject(words) => return Err(declined(words).into()),
            Answer::Unasked => return Err(unasked(&entry.tool.spec).into()),
        }
    }
}

/// Under this name a person's arguments for a call are kept.
fn edited_as(call: &CallRef) -> String {
    format!("edited/{}/{}", call.caller, call.id)
}

fn declined(words: String) -> ToolError {
    let word = match words.trim() {
        "" => Hindrance::Declined {},
        _ => Hindrance::DeclinedWith { words },
    };
    ToolError::new(Code::PermissionDenied, word)
        .hint("do not make the same call again unless a person asks for it")
}

fn unasked(spec: &ToolSpec) -> ToolError {
    let message = format!("{} needs your yes first", spec.name);
    declined(message).said(&Hindrance::Unasked {})
}

/// The identity of a call that writes: arguments in whatever order and spelling count as the same.
fn call_ref(asked: Asked<'_>, spec: &ToolSpec, args: &Value) -> CallRef {
    let mut canonical = args.clone();
    canonical.sort_all_objects();
    let fingerprint = ContentHash::of(format!("{}\0{canonical}", spec.name).as_bytes());
    CallRef {
        caller: asked.caller.id.clone(),
        id: asked.id.to_owned(),
        fingerprint,
        is_new: asked.is_new,
    }
}
