//! A JavaScript engine with the player of a language in it. The only file that uses the engine's library.
//!
//! The engine has no access to files, network or clock but `Date`, and runs our own scripts alone: the
//! text of a story is data to them. Time, memory and stack are limited.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rquickjs::{CatchResultExt as _, CaughtError, Context, Function, Runtime};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::Language;

/// How long compiling or one reading may take.
const MAX_TIME: Duration = Duration::from_secs(30);
/// How much memory the engine may use, in bytes.
const MAX_MEMORY: usize = 512 << 20;
/// How much stack the engine may use, in bytes.
const MAX_STACK: usize = 12 << 20;
/// The stack of a thread with an engine, in bytes.
const THREAD_STACK: usize = 16 << 20;

/// The functions that the program calls.
const PROGRAM: &str = include_str!("../js/program.js");

/// Why the engine gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The use was ended by the caller.
    #[error("stopped")]
    Stopped,
    /// It took too long.
    #[error("it took longer than {} seconds", MAX_TIME.as_secs())]
    TooLong,
    /// A script failed, because memory or stack ended, or by a defect.
    #[error("{0}")]
    Script(String),
}

/// An engine for one language, for use on one thread.
pub(crate) struct Engine {
    context: Context,
    is_stopped: Stop,
    until: Rc<Cell<Instant>>,
}

/// Whether the caller wants the work to end.
pub(crate) type Stop = Rc<dyn Fn() -> bool>;

/// Runs work with an engine on a thread with enough stack for deeply nested scripts.
pub(crate) fn with_engine<T: Send>(
    language: Language,
    is_stopped: impl Fn() -> bool + Send + 'static,
    work: impl FnOnce(&Engine) -> T + Send,
) -> Result<T, EngineError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("script".to_owned())
            .stack_size(THREAD_STACK)
            .spawn_scoped(scope, || {
                let engine = Engine::new(language, Rc::new(is_stopped))?;
                Ok(work(&engine))
            });
        let thread = thread.map_err(|error| EngineError::Script(error.to_string()))?;
        match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

impl Engine {
    fn new(language: Language, is_stopped: Stop) -> Result<Self, EngineError> {
        let until = Rc::new(Cell::new(Instant::now() + MAX_TIME));
        let failed = |error: rquickjs::Error| EngineError::Script(error.to_string());
        let runtime = Runtime::new().map_err(failed)?;
        runtime.set_memory_limit(MAX_MEMORY);
        runtime.set_max_stack_size(MAX_STACK);
        let (asked, ends) = (Rc::clone(&is_stopped), Rc::clone(&until));
        runtime.set_interrupt_handler(Some(Box::new(move || {
            asked() || Instant::now() > ends.get()
        })));
        let context = Context::full(&runtime).map_err(failed)?;
        let engine = Self {
            context,
            is_stopped,
            until,
        };
        for script in language.player().iter().chain(&[PROGRAM]) {
            engine.run(|cx| cx.eval::<(), _>(*script))?;
        }
        Ok(engine)
    }

    /// Lets the engine work as long again as at its beginning.
    pub(crate) fn renew_time(&self) {
        self.until.set(Instant::now() + MAX_TIME);
    }

    /// Calls a function of `program.js` with a value, and returns its answer.
    pub(crate) fn call<T: DeserializeOwned>(
        &self,
        function: &str,
        argument: &impl Serialize,
    ) -> Result<T, EngineError> {
        let failed = |error: serde_json::Error| EngineError::Script(error.to_string());
        let argument = serde_json::to_string(argument).map_err(failed)?;
        let answer: String = self.run(|cx| {
            let called: Function<'_> = cx.globals().get(function)?;
            called.call((argument,))
        })?;
        serde_json::from_str(&answer).map_err(failed)
    }

    fn run<T>(
        &self,
        work: impl FnOnce(&rquickjs::Ctx<'_>) -> rquickjs::Result<T>,
    ) -> Result<T, EngineError> {
        self.context.with(|cx| {
            work(&cx).catch(&cx).map_err(|error| match error {
                _ if (self.is_stopped)() => EngineError::Stopped,
                _ if Instant::now() > self.until.get() => EngineError::TooLong,
                CaughtError::Exception(thrown) => {
                    EngineError::Script(thrown.message().unwrap_or_default())
                }
                error => EngineError::Script(error.to_string()),
            })
        })
    }
}
