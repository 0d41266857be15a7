//! A fair semaphore, which limits the concurrency of costly requests: keys, such as organizations, get permits in turn, so that
//! none blocks another. The queue of each key is bounded.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

#[derive(Debug, Clone, Copy)]
pub(crate) struct FairSemaphoreLimits {
    /// Permits of all keys together.
    pub(crate) total: usize,
    /// Permits of one key.
    pub(crate) per_key: usize,
    /// Requests of one key that wait for a permit.
    pub(crate) queue: usize,
}

/// A semaphore whose waiting requests are served in turn between keys. Clones share its permits.
#[derive(Debug, Clone)]
pub(crate) struct FairSemaphore(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: FairSemaphoreLimits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    held: usize,
    /// Held permits by key. A key without one has no entry.
    held_by: HashMap<String, usize>,
    /// Keys that wait, each once, in the order of their turns.
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<oneshot::Sender<FairPermit>>>,
}

/// Too many requests of the key wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueueFull;

/// A permit. It is released when this is dropped.
#[derive(Debug)]
pub(crate) struct FairPermit {
    semaphore: FairSemaphore,
    key: String,
}

impl FairSemaphore {
    pub(crate) fn new(limits: FairSemaphoreLimits) -> Self {
        Self(Arc::new(Shared { limits, state: Mutex::default() }))
    }

    /// Acquires a permit, or waits for one. A caller that stops waiting leaves the queue. Fails when too many requests
    /// of the key wait already.
    pub(crate) async fn acquire(&self, key: &str) -> Result<FairPermit, QueueFull> {
        let receiver = {
            let mut state = self.state();
            let waiting = state.waiting.entry(key.to_owned()).or_default();
            waiting.retain(|sender| !sender.is_closed());
            if waiting.len() >= self.0.limits.queue {
                return Err(QueueFull);
            }
            let (sender, receiver) = oneshot::channel();
            waiting.push_back(sender);
            if !state.turns.iter().any(|waiting| waiting == key) {
                state.turns.push_back(key.to_owned());
            }
            receiver
        };
        self.assign();
        receiver.await.map_err(|_| QueueFull)
    }

    pub(crate) fn waiting(&self) -> usize {
        let state = self.state();
        state.waiting.values().flatten().filter(|sender| !sender.is_closed()).count()
    }

    /// Gives the free permits to waiting requests.
    fn assign(&self) {
        // A permit without a receiver is dropped outside the lock, because its drop assigns it again.
        while let Some((sender, permit)) = self.next_assignment() {
            drop(sender.send(permit));
        }
    }

    fn next_assignment(&self) -> Option<(oneshot::Sender<FairPermit>, FairPermit)> {
        let limits = self.0.limits;
        let mut state = self.state();
        if state.held >= limits.total {
            return None;
        }
        loop {
            let has_room = |key: &String| state.held_by.get(key).is_none_or(|held| *held < limits.per_key);
            let turn = state.turns.iter().position(has_room)?;
            let key = state.turns.remove(turn)?;
            let waiting = state.waiting.get_mut(&key)?;
            waiting.retain(|sender| !sender.is_closed());
            let next = waiting.pop_front();
            if waiting.is_empty() {
                state.waiting.remove(&key);
            } else {
                state.turns.push_back(key.clone());
            }
            let Some(sender) = next else { continue };
            state.held += 1;
            *state.held_by.entry(key.clone()).or_default() += 1;
            return Some((sender, FairPermit { semaphore: self.clone(), key }));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FairPermit {
    fn drop(&mut self) {
        {
            let mut state = self.semaphore.state();
            state.held -= 1;
            if let Some(held) = state.held_by.get_mut(&self.key) {
                *held -= 1;
                if *held == 0 {
                    state.held_by.remove(&self.key);
                }
            }
        }
        self.semaphore.assign();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn semaphore(total: usize, per_key: usize, queue: usize) -> FairSemaphore {
        FairSemaphore::new(FairSemaphoreLimits { total, per_key, queue })
    }

    #[test]
    fn keys_take_turns_however_many_requests_wait() {
        let semaphore = semaphore(1, 1, 10);
        let first = semaphore.acquire("a").now_or_never().unwrap().unwrap();
        let mut waiting: Vec<_> =
            ["a", "a", "a", "b"].into_iter().map(|name| (name, Box::pin(semaphore.acquire(name)))).collect();
        assert!(waiting.iter_mut().all(|(_, waiting)| waiting.now_or_never().is_none()));
        let (mut permit, mut order) = (first, Vec::new());
        while !waiting.is_empty() {
            drop(permit);
            let ready =
                waiting.iter_mut().enumerate().find_map(|(at, (_, waiting))| Some((at, waiting.now_or_never()?)));
            let (at, acquired) = ready.unwrap();
            permit = acquired.unwrap();
            order.push(waiting.remove(at).0);
        }
        assert_eq!(order, ["a", "b", "a", "a"]);
    }

    #[test]
    fn a_key_cannot_hold_all_permits() {
        let semaphore = semaphore(3, 2, 10);
        let held: Vec<_> = (0..2).map(|_| semaphore.acquire("a").now_or_never().unwrap().unwrap()).collect();
        let mut third = Box::pin(semaphore.acquire("a"));
        assert!((&mut third).now_or_never().is_none());
        assert_eq!(semaphore.waiting(), 1);
        assert!(semaphore.acquire("b").now_or_never().is_some());
        drop(held);
        assert!(third.now_or_never().is_some());
    }

    #[test]
    fn a_full_queue_refuses_requests_until_one_stops_waiting() {
        let semaphore = semaphore(1, 1, 1);
        let _held = semaphore.acquire("a").now_or_never().unwrap().unwrap();
        let mut waiting = Box::pin(semaphore.acquire("a"));
        assert!((&mut waiting).now_or_never().is_none());
        assert_eq!(semaphore.acquire("a").now_or_never().map(Result::err), Some(Some(QueueFull)));
        drop(waiting);
        assert!(semaphore.acquire("a").now_or_never().is_none(), "it waits");
    }

    #[test]
    fn a_permit_of_a_dropped_request_goes_to_the_next() {
        let semaphore = semaphore(1, 1, 10);
        let held = semaphore.acquire("a").now_or_never().unwrap().unwrap();
        let mut dropped = Box::pin(semaphore.acquire("b"));
        let mut next = Box::pin(semaphore.acquire("c"));
        assert!((&mut dropped).now_or_never().is_none() && (&mut next).now_or_never().is_none());
        drop(held);
        drop(dropped);
        assert!(next.now_or_never().is_some());
    }
}
