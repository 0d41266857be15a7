use answerdeck_api::Page;
use answerdeck_client::{Client, Error, Pager};
use futures_util::future::LocalBoxFuture;

/// Reads the pages of a list in order.
pub trait Pages<T> {
    /// Reads the next page. `None` after the last one. After an error, the next call reads the same page again.
    fn next_page(&mut self) -> LocalBoxFuture<'_, Result<Option<Page<T>>, Error>>;
}

impl<T: 'static> Pages<T> for Pager<T> {
    fn next_page(&mut self) -> LocalBoxFuture<'_, Result<Option<Page<T>>, Error>> {
        Box::pin(Self::next_page(self))
    }
}

impl<T> Pages<T> for Box<dyn Pages<T>> {
    fn next_page(&mut self) -> LocalBoxFuture<'_, Result<Option<Page<T>>, Error>> {
        (**self).next_page()
    }
}

pub async fn all_items<T: 'static>(mut pages: Pager<T>) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    while let Some(page) = pages.next_page().await? {
        all.extend(page.items);
    }
    Ok(all)
}

pub async fn first_items<T: 'static>(mut pages: Pager<T>) -> Result<Vec<T>, Error> {
    Ok(pages.next_page().await?.map(|page| page.items).unwrap_or_default())
}

type PageFuture<T> = LocalBoxFuture<'static, Result<Page<T>, Error>>;

/// The pages of a list with totals, which its filter selects by a cursor.
pub struct CursorPages<T> {
    read: Box<dyn Fn(Option<String>) -> PageFuture<T>>,
    /// The cursor of the next page. `None` after the last one.
    next: Option<Option<String>>,
}

impl<T: 'static> CursorPages<T> {
    /// `read` reads the page at a cursor. While there is no filter, the first page is waited for.
    pub fn new<F: Clone + 'static, R>(
        client: Client,
        filter: Option<F>,
        read: impl Fn(Client, F, Option<String>) -> R + 'static,
    ) -> Self
    where
        R: Future<Output = Result<Page<T>, Error>> + 'static,
    {
        let read: Box<dyn Fn(Option<String>) -> PageFuture<T>> = match filter {
            Some(filter) => Box::new(move |cursor| Box::pin(read(client.clone(), filter.clone(), cursor))),
            None => Box::new(|_| Box::pin(std::future::pending())),
        };
        Self { read, next: Some(None) }
    }
}

impl<T> Pages<T> for CursorPages<T> {
    fn next_page(&mut self) -> LocalBoxFuture<'_, Result<Option<Page<T>>, Error>> {
        Box::pin(async move {
            while let Some(cursor) = self.next.clone() {
                let page = (self.read)(cursor).await?;
                self.next = page.next_cursor.clone().map(Some);
                // A page without items may have a next one.
                if !page.items.is_empty() || self.next.is_none() {
                    return Ok(Some(page));
                }
            }
            Ok(None)
        })
    }
}
