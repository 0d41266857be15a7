//! Blocks of bytes: they replace each other, and damaged bytes are an error.

use answerdeck_api::{Answer, AnswerScope, AnswerStatus, ModelCode, Run, Timestamp};
use answerdeck_insight::{
    AnswerTable, BlockError, EncodeError, NamedBrandsError, PutError, StoredRun, TrackedBrands, encode_answers,
};
use proptest::prelude::*;
use proptest::sample::Index;
use xxhash_rust::xxh64::xxh64;

use crate::history::{BRANDS, StoredTable, histories, new_run};

proptest! {
    #[test]
    fn a_changed_or_cut_block_is_an_error_and_changes_nothing(
        history in histories(),
        at in any::<Index>(),
        change in 1..=u8::MAX,
        length in any::<Index>(),
    ) {
        let run = history.runs.first();
        for (is_answers, bytes) in [(true, history.block(run)), (false, history.named_block(run.map(|run| &run.id)))] {
            let mut changed = bytes.clone();
            changed[at.index(bytes.len())] ^= change;
            for damaged in [&changed[..], &bytes[..length.index(bytes.len())]] {
                let mut table = history.table();
                let mut brands = history.brands(&table);
                if is_answers {
                    assert!(table.put(damaged).is_err());
                } else {
                    assert!(brands.put(&table, damaged).is_err());
                }
                let selection = table.select(&AnswerScope::default()).unwrap();
                let found = brands.over(&selection).unwrap();
                assert_eq!(selection.len(), history.select(&AnswerScope::default()).len());
                assert_eq!(found.visibility().len(), BRANDS.len());
            }
        }
    }

    #[test]
    fn any_content_with_the_right_checksum_is_read_or_refused(
        history in histories(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let run = history.runs.first();
        let mut table = history.table();
        let mut brands = history.brands(&table);
        for is_answers in [true, false] {
            let mut bytes = if is_answers { history.block(run) } else { history.named_block(run.map(|run| &run.id)) };
            change(&mut bytes, &changes);
            let is_read = if is_answers { table.put(&bytes).is_ok() } else { brands.put(&table, &bytes).is_ok() };
            // All of it can be counted.
            let selection = table.select(&AnswerScope::default()).unwrap();
            selection.rank_source_domains(100);
            selection.rank_source_urls(None, 100);
            selection.rank_fanouts(&[answerdeck_api::FanoutInclude::Models], 100);
            if !is_answers && is_read && let Ok(found) = brands.over(&selection) {
                assert_eq!((found.visibility().len(), found.citations().len()), (BRANDS.len(), BRANDS.len()));
            }
        }
    }

    #[test]
    fn any_shared_content_with_the_right_checksum_is_read_or_refused(
        history in histories(),
        of in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 1..4),
    ) {
        let StoredTable { mut dictionary, mut blocks } = history.stored_table();
        let mut bytes: Vec<&mut Vec<u8>> = dictionary.iter_mut().chain(&mut blocks).collect();
        let changed = of.index(bytes.len());
        change(bytes[changed], &changes);
        let mut table = AnswerTable::default();
        for part in &dictionary {
            let _ = table.put_dictionary(part);
        }
        for block in &blocks {
            let _ = table.put(block);
        }
        let selection = table.select(&AnswerScope::default()).unwrap();
        selection.rank_source_domains(100);
        selection.rank_source_urls(None, 100);
        selection.rank_fanouts(&[answerdeck_api::FanoutInclude::Models], 100);
        // All of it can be stored and read again.
        let compaction = table.compact(history.runs.iter().map(|run| Some(&run.id))).unwrap();
        table.commit(&compaction);
        compaction.blocks.iter().flatten().for_each(|block| table.put(block).unwrap());
    }

    #[test]
    fn random_bytes_are_rejected(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        assert_eq!(AnswerTable::default().put(&bytes), Err(PutError::Block(BlockError::Format)));
    }
}

/// Changes bytes between the format and the checksum of a block, and its checksum.
fn change(bytes: &mut [u8], changes: &[(Index, u8)]) {
    for (at, byte) in changes {
        let at = 4 + at.index(bytes.len() - 12);
        bytes[at] = *byte;
    }
    let end = bytes.len() - 8;
    let sum = xxh64(&bytes[..end], 0);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
}

fn answer(number: usize, run: Option<&Run>) -> Answer {
    Answer {
        id: format!("{number:022}").parse().unwrap(),
        model: ModelCode::Claude,
        route: None,
        failure: None,
        prompt_id: "p".repeat(22).parse().unwrap(),
        region: "KR".to_owned(),
        status: AnswerStatus::Success,
        content: String::new(),
        query: String::new(),
        created_at: Some(Timestamp::new("2026-01-01T00:00:00Z")),
        run_id: run.map(|run| run.id.clone()),
        markdown_url: None,
        fanouts: Vec::new(),
        sources: Vec::new(),
    }
}

fn block(run: Option<&Run>, answers: &[Answer]) -> Result<Vec<u8>, EncodeError> {
    encode_answers(run, answers.iter().map(|answer| (answer, None)))
}

#[test]
fn an_answer_without_a_time_of_another_run_or_repeated_is_an_error() {
    let run = new_run(0, true);
    let good = answer(1, Some(&run));
    let without_time = Answer { created_at: None, ..good.clone() };
    let with_wrong_time = Answer { created_at: Some(Timestamp::new("yesterday")), ..good.clone() };
    assert!(matches!(block(Some(&run), std::slice::from_ref(&without_time)), Err(EncodeError::NoTime(_))));
    assert!(matches!(block(Some(&run), &[with_wrong_time]), Err(EncodeError::Time(_))));
    assert!(matches!(block(None, std::slice::from_ref(&good)), Err(EncodeError::OtherRun(_))));
    assert!(matches!(block(Some(&run), &[answer(1, None)]), Err(EncodeError::OtherRun(_))));
    assert!(matches!(block(Some(&run), &[good.clone(), good.clone()]), Err(EncodeError::Repeated(_))));
    // What does not count is not checked.
    let pending = Answer { status: AnswerStatus::Pending, ..without_time };
    assert!(block(Some(&run), &[good, pending]).is_ok());
}

#[test]
fn a_run_that_is_put_in_again_replaces_itself() {
    let (running, finished) = (new_run(0, false), new_run(0, true));
    let answers = |run, count| (0..count).map(|number| answer(number, run)).collect::<Vec<_>>();
    let mut table = AnswerTable::default();
    table.put(&block(None, &answers(None, 2)).unwrap()).unwrap();
    table.put(&block(Some(&running), &answers(Some(&running), 3)).unwrap()).unwrap();
    table.put(&block(Some(&finished), &answers(Some(&finished), 5)).unwrap()).unwrap();
    let mut runs: Vec<StoredRun> = table.runs().collect();
    runs.sort_by_key(|run| run.id);
    assert_eq!(
        runs,
        [
            StoredRun { id: None, is_finished: true, answers: 2 },
            StoredRun { id: Some(finished.id.as_str()), is_finished: true, answers: 5 },
        ]
    );
    assert!(table.remove(Some(&finished.id)) && table.remove(None));
    assert_eq!((table.is_empty(), table.runs().count()), (true, 0));
}

#[test]
fn named_brands_of_answers_that_were_replaced_do_not_count() {
    let run = new_run(0, true);
    let answers = [answer(1, Some(&run)), answer(2, Some(&run))];
    let named = |answers: &[Answer], brands: usize| {
        let mentions = answers.iter().map(|answer| (&answer.id, [(0, 7)]));
        answerdeck_insight::encode_named_brands(Some(&run.id), brands, mentions).unwrap()
    };
    let mut table = AnswerTable::default();
    let mut brands = TrackedBrands::new([["https://a.example"]]);
    assert_eq!(brands.put(&table, &named(&answers, 1)), Err(NamedBrandsError::OtherAnswers));
    table.put(&block(Some(&run), &answers).unwrap()).unwrap();
    assert_eq!(brands.put(&table, &named(&answers, 2)), Err(NamedBrandsError::OtherBrands));
    assert_eq!(brands.put(&table, &named(&answers[..1], 1)), Err(NamedBrandsError::OtherAnswers));
    let is_known = |table: &AnswerTable, brands: &TrackedBrands| {
        brands.over(&table.select(&AnswerScope::default()).unwrap()).map(|found| found.visibility().len())
    };
    assert_eq!(is_known(&table, &brands).unwrap_err().run, Some(run.id.to_string()));
    brands.put(&table, &named(&answers, 1)).unwrap();
    assert_eq!(is_known(&table, &brands), Ok(1));
    // The same ids may have other texts.
    table.put(&block(Some(&run), &answers).unwrap()).unwrap();
    assert!(is_known(&table, &brands).is_err());
}

#[test]
fn a_block_or_part_for_another_dictionary_is_refused() {
    let (run, other) = (new_run(0, true), new_run(1, true));
    let compacted = |run: &Run, prompt: &str| {
        let answer = Answer { prompt_id: prompt.repeat(22).parse().unwrap(), ..answer(1, Some(run)) };
        let mut table = AnswerTable::default();
        table.put(&block(Some(run), &[answer]).unwrap()).unwrap();
        let compaction = table.compact([Some(&run.id)]).unwrap();
        table.commit(&compaction);
        (table, compaction)
    };
    let (mut table, of_run) = compacted(&run, "p");
    let (_, of_other) = compacted(&other, "q");
    let refused = Err(PutError::Block(BlockError::OtherDictionary));
    assert_eq!(table.put(of_other.blocks[0].as_ref().unwrap()), refused);
    assert_eq!(table.put_dictionary(&of_other.dictionary), refused);
    assert_eq!(table.put_dictionary(&of_run.dictionary), refused);
    assert_eq!(table.compact([Some(&other.id)]).unwrap().blocks, [None]);
    assert_eq!((table.put(of_run.blocks[0].as_ref().unwrap()), table.dictionary_parts()), (Ok(()), 1));
    // A text that is not stored yet has another number in the next part.
    table.put(&block(Some(&other), &[answer(2, Some(&other))]).unwrap()).unwrap();
    table.put(&block(None, &[Answer { region: "US".to_owned(), ..answer(3, None) }]).unwrap()).unwrap();
    assert_eq!(table.put_dictionary(&of_run.dictionary), refused);
}

#[test]
fn a_text_is_stored_once() {
    let runs = [0, 1].map(|run| new_run(run, true));
    let mut table = AnswerTable::default();
    let parts = runs.each_ref().map(|run| {
        table.put(&block(Some(run), &[answer(1, Some(run))]).unwrap()).unwrap();
        let compaction = table.compact([Some(&run.id)]).unwrap();
        table.commit(&compaction);
        compaction.dictionary
    });
    let has_prompt = parts.map(|part| part.windows(22).any(|bytes| bytes == [b'p'; 22]));
    assert_eq!(has_prompt, [true, false]);
}
