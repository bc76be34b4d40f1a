//! What the words of an instruction find of the story (CM-2): the nodes it is about, and few
//! others. `cargo test -p storyteller --test it context_words -- --nocapture` prints the faults.

use crate::support::context_words::gather;

#[test]
fn cm_2_retrieval_finds_the_nodes_of_an_instruction_and_few_others() {
    for (language, chinese) in [("English", false), ("Chinese", true)] {
        let found = gather(chinese);
        let precision = found.right as f64 / found.shown as f64;
        let recall = found.right as f64 / found.meant as f64;
        eprintln!("{language}: precision {precision:.3}, recall {recall:.3}");
        eprintln!("{}", found.faults.join("\n"));
        assert!(precision >= 0.9, "{language}: precision {precision:.3}");
        assert!(recall >= 0.9, "{language}: recall {recall:.3}");
    }
}
