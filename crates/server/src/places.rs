//! Places for a class of costly work: only a few requests at a time, in turn between organizations, so that none blocks
//! another.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// How many places there are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceLimits {
    /// Places of all organizations together.
    pub(crate) total: usize,
    /// Places of one organization.
    pub(crate) each: usize,
    /// Requests of one organization that wait for a place.
    pub(crate) waiting: usize,
}

/// The places of a class of work. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Places(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limits: PlaceLimits,
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    taken: usize,
    /// Places by organization. An organization without one has no entry.
    taken_by: HashMap<String, usize>,
    /// Organizations that wait, each once, in the order of their turns.
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<oneshot::Sender<Place>>>,
}

/// The organization has too many requests that wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Crowded;

/// A place. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Places,
    organization: String,
}

impl Places {
    pub(crate) fn new(limits: PlaceLimits) -> Self {
        Self(Arc::new(Shared { limits, queue: Mutex::default() }))
    }

    /// Takes a place, or waits for one. A caller that stops waiting leaves the queue.
    ///
    /// # Errors
    /// Fails when too many requests of the organization wait already.
    pub(crate) async fn take(&self, organization: &str) -> Result<Place, Crowded> {
        let receiver = {
            let mut queue = self.queue();
            let waiting = queue.waiting.entry(organization.to_owned()).or_default();
            waiting.retain(|sender| !sender.is_closed());
            if waiting.len() >= self.0.limits.waiting {
                return Err(Crowded);
            }
            let (sender, receiver) = oneshot::channel();
            waiting.push_back(sender);
            if !queue.turns.iter().any(|waiting| waiting == organization) {
                queue.turns.push_back(organization.to_owned());
            }
            receiver
        };
        self.assign();
        receiver.await.map_err(|_| Crowded)
    }

    /// The number of requests that wait.
    pub(crate) fn waiting(&self) -> usize {
        let queue = self.queue();
        queue.waiting.values().flatten().filter(|sender| !sender.is_closed()).count()
    }

    /// Gives the free places to waiting requests.
    fn assign(&self) {
        // A place without a receiver is dropped outside the lock, because its drop assigns it again.
        while let Some((sender, place)) = self.next_assignment() {
            drop(sender.send(place));
        }
    }

    fn next_assignment(&self) -> Option<(oneshot::Sender<Place>, Place)> {
        let limits = self.0.limits;
        let mut queue = self.queue();
        if queue.taken >= limits.total {
            return None;
        }
        loop {
            let has_room = |name: &String| queue.taken_by.get(name).is_none_or(|taken| *taken < limits.each);
            let turn = queue.turns.iter().position(has_room)?;
            let organization = queue.turns.remove(turn)?;
            let waiting = queue.waiting.get_mut(&organization)?;
            waiting.retain(|sender| !sender.is_closed());
            let Some(sender) = waiting.pop_front() else {
                queue.waiting.remove(&organization);
                continue;
            };
            if waiting.is_empty() {
                queue.waiting.remove(&organization);
            } else {
                queue.turns.push_back(organization.clone());
            }
            queue.taken += 1;
            *queue.taken_by.entry(organization.clone()).or_default() += 1;
            return Some((sender, Place { places: self.clone(), organization }));
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        {
            let mut queue = self.places.queue();
            queue.taken -= 1;
            if let Some(taken) = queue.taken_by.get_mut(&self.organization) {
                *taken -= 1;
                if *taken == 0 {
                    queue.taken_by.remove(&self.organization);
                }
            }
        }
        self.places.assign();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn places(total: usize, each: usize, waiting: usize) -> Places {
        Places::new(PlaceLimits { total, each, waiting })
    }

    #[test]
    fn organizations_take_turns_however_many_requests_wait() {
        let places = places(1, 1, 10);
        let first = places.take("a").now_or_never().unwrap().unwrap();
        let mut waiting: Vec<_> =
            ["a", "a", "a", "b"].into_iter().map(|name| (name, Box::pin(places.take(name)))).collect();
        assert!(waiting.iter_mut().all(|(_, waiting)| waiting.now_or_never().is_none()));
        let (mut place, mut order) = (first, Vec::new());
        while !waiting.is_empty() {
            drop(place);
            let ready =
                waiting.iter_mut().enumerate().find_map(|(at, (_, waiting))| Some((at, waiting.now_or_never()?)));
            let (at, taken) = ready.unwrap();
            place = taken.unwrap();
            order.push(waiting.remove(at).0);
        }
        assert_eq!(order, ["a", "b", "a", "a"]);
    }

    #[test]
    fn an_organization_leaves_places_for_others() {
        let places = places(3, 2, 10);
        let held: Vec<_> = (0..2).map(|_| places.take("a").now_or_never().unwrap().unwrap()).collect();
        let mut third = Box::pin(places.take("a"));
        assert!((&mut third).now_or_never().is_none());
        assert_eq!(places.waiting(), 1);
        assert!(places.take("b").now_or_never().is_some());
        drop(held);
        assert!(third.now_or_never().is_some());
    }

    #[test]
    fn too_many_waiting_requests_are_refused_and_one_that_leaves_makes_room() {
        let places = places(1, 1, 1);
        let _held = places.take("a").now_or_never().unwrap().unwrap();
        let mut waiting = Box::pin(places.take("a"));
        assert!((&mut waiting).now_or_never().is_none());
        assert_eq!(places.take("a").now_or_never().map(Result::err), Some(Some(Crowded)));
        drop(waiting);
        assert!(places.take("a").now_or_never().is_none(), "it waits");
    }

    #[test]
    fn a_place_given_to_a_request_that_has_left_goes_to_the_next() {
        let places = places(1, 1, 10);
        let held = places.take("a").now_or_never().unwrap().unwrap();
        let mut gone = Box::pin(places.take("b"));
        let mut next = Box::pin(places.take("c"));
        assert!((&mut gone).now_or_never().is_none() && (&mut next).now_or_never().is_none());
        drop(held);
        drop(gone);
        assert!(next.now_or_never().is_some());
    }
}
