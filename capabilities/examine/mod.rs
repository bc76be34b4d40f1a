//! Examine: what is wrong with the story, and how long it is. Two tools that only look. What they
//! find is worked out in `model::analysis`; `held` keeps it from call to call.

mod cached_check;
mod check_story;
mod statistics;
#[cfg(test)]
mod tests;

use capability::{Capability, Impact, Tool};

pub(crate) struct Examine;

impl Capability for Examine {
    fn name(&self) -> &'static str {
        "examine"
    }

    fn title(&self) -> &'static str {
        "Examine"
    }

    fn summary(&self) -> &'static str {
        "Finds what is wrong with the story, and measures it."
    }

    fn tools(&self) -> Vec<Tool> {
        use Impact::Read;
        vec![
            Tool::new("check", "check_story", Read, check_story::check_story)
                .with_aliases(
                    "check for problems; dead ends; unreachable scenes; find mistakes; \
                     plot holes; anything broken; consistency check; loose ends; \
                     test the structure; scenes nobody can get to; is everything fine; \
                     before publishing",
                    "检查故事；有没有问题；死路；到不了的场景；找漏洞；体检；断掉的线；挑错；\
                     逻辑检查；有没有遗漏；发布前检查；走不通",
                )
                .hints(check_story::show),
            Tool::new("statistics", "story_statistics", Read, statistics::measure)
                .with_aliases(
                    "how many words; word count; reading time; how long is it; \
                     length of the chapters; statistics; number of endings; longest scene; \
                     shortest playthrough; how much have I written",
                    "字数；多少字；统计；要读多久；篇幅；哪章最长；写了多少；有几个结局；\
                     通关时间；数据统计",
                )
                .verb("statistics"),
        ]
    }
}
