//! A read of a list, page by page.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_client::{Client, Error};
use leptos::prelude::*;

use super::pages::Pages;
use super::query::{once, value_of};
use super::{KeepPrevious, Kind, Query};

/// The items of a list that were read so far. A clone shares them.
pub struct Items<T> {
    items: Rc<RefCell<Vec<T>>>,
    has_more: bool,
}

impl<T> Clone for Items<T> {
    fn clone(&self) -> Self {
        Self { items: self.items.clone(), has_more: self.has_more }
    }
}

impl<T> Items<T> {
    /// Whether both were read from the same beginning of the list: one only has further items at the end.
    pub fn continues(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.items, &other.items)
    }

    pub fn with<U>(&self, read: impl FnOnce(&[T]) -> U) -> U {
        read(&self.items.borrow())
    }
}

struct Reader<T> {
    pages: Box<dyn Pages<T>>,
    items: Rc<RefCell<Vec<T>>>,
    /// The number of items to read.
    wanted: usize,
}

impl<T> Reader<T> {
    async fn read(&mut self) -> Result<Items<T>, Error> {
        loop {
            let page = self.pages.next_page().await?;
            let has_more = page.as_ref().is_some_and(|page| page.next_cursor.is_some());
            let mut items = self.items.borrow_mut();
            items.extend(page.into_iter().flat_map(|page| page.items));
            if !has_more || items.len() >= self.wanted {
                self.wanted = items.len() + 1;
                return Ok(Items { items: self.items.clone(), has_more });
            }
        }
    }
}

impl<T: Clone + 'static> Query<T> {
    /// Continues with the reader that `open` returned, also after a failure. `open` gets whether the value stays until the next one
    /// arrives.
    fn continued<R: 'static>(
        self,
        kinds: &'static [Kind],
        open: impl Fn(Client, bool) -> Option<R> + 'static,
        read: impl AsyncFn(&mut R) -> Result<T, Error> + Clone + 'static,
    ) -> Self {
        // Taken while it is fetching.
        let reader = Rc::new(RefCell::new(None::<R>));
        let shared = reader.clone();
        let resume = move || {
            let mut taken = shared.borrow_mut().take()?;
            let (shared, read) = (shared.clone(), read.clone());
            Some(once(Box::pin(value_of(async move {
                let result = read(&mut taken).await;
                shared.replace(Some(taken));
                result
            }))))
        };
        self.fetch.resume_with(resume.clone());
        let open = move |client, is_refresh| {
            reader.replace(open(client, is_refresh));
            resume()
        };
        self.fetch.run(kinds, Box::new(open));
        self
    }
}

impl<T: 'static> Query<Items<T>> {
    /// Makes a query of a list. `open` runs in a reactive scope: when a signal that it reads changes, the list is read again from its
    /// beginning.
    pub fn paged<P: Pages<T> + 'static>(kinds: &'static [Kind], open: impl Fn(Client) -> P + 'static) -> Self {
        Self::keeping(KeepPrevious::AFTER_FAILURE).read_pages(kinds, move |client| Some(open(client)))
    }

    /// Makes a query of a list that can be read in several orders. The items stay while the same list is read in another order.
    pub fn ordered<F: PartialEq + 'static, P: Pages<T> + 'static>(
        kinds: &'static [Kind],
        filter: impl Fn() -> F + 'static,
        open: impl Fn(Client, &F) -> P + 'static,
    ) -> Self {
        let list = Self::keeping(KeepPrevious::ALWAYS);
        let listed = RefCell::new(None);
        list.read_pages(kinds, move |client| {
            let filter = filter();
            let pages = open(client, &filter);
            if listed.borrow().as_ref() != Some(&filter) {
                list.fetch.value.set(None);
                listed.replace(Some(filter));
            }
            Some(pages)
        })
    }

    /// Reads the pages that `open` returns. While it returns `None`, nothing is read.
    pub(super) fn read_pages<P: Pages<T> + 'static>(
        self,
        kinds: &'static [Kind],
        open: impl Fn(Client) -> Option<P> + 'static,
    ) -> Self {
        let open = move |client, is_refresh| {
            // A refreshed list is read up to the length that is shown.
            let wanted = if is_refresh { untrack(|| self.len()) } else { 0 };
            Some(Reader { pages: Box::new(open(client)?), items: Rc::default(), wanted: wanted.max(1) })
        };
        self.continued(kinds, open, async |reader| reader.read().await)
    }

    /// Passes the items read so far to a closure. Reactive.
    pub fn with_items<U>(&self, read: impl FnOnce(&[T]) -> U) -> U {
        self.with(|items| match items {
            Some(items) => items.with(read),
            None => read(&[]),
        })
    }

    /// The number of items read so far. Reactive.
    pub fn len(&self) -> usize {
        self.with_items(<[T]>::len)
    }

    /// Whether the list was read and has no items. Reactive.
    pub fn is_known_empty(&self) -> bool {
        self.with(|items| items.is_some_and(|items| items.with(<[T]>::is_empty)))
    }

    /// Whether the list has further items. Reactive.
    pub fn has_more(&self) -> bool {
        self.with(|items| items.is_some_and(|items| items.has_more))
    }

    /// Reads the next page, or again the one that failed, unless it is being read or there is none.
    pub fn load_more(&self) {
        if untrack(|| !self.is_fetching() && (self.has_more() || self.failure().is_some())) {
            self.fetch.retry();
        }
    }

    /// Reads the list again from its beginning.
    pub fn reload(&self) {
        self.fetch.restart();
    }
}

/// Reads a list to its end. `on_page` is called with each page, and `on_end` after the last one.
pub fn read_list<T: 'static, P: Pages<T> + 'static>(
    open: impl FnOnce(Client) -> P + 'static,
    on_page: impl Fn(&[T]) + 'static,
    on_end: impl Fn() + 'static,
) -> Query<()> {
    let (open, on_page, on_end) = (RefCell::new(Some(open)), Rc::new(on_page), Rc::new(on_end));
    // A list that was begun is not read from its beginning again.
    let open = move |client, _| open.take().map(|open| open(client));
    Query::keeping(KeepPrevious::AFTER_FAILURE).continued(&[], open, async move |pages: &mut P| {
        while let Some(page) = pages.next_page().await? {
            on_page(&page.items);
        }
        on_end();
        Ok(())
    })
}
