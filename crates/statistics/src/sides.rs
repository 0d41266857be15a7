//! The two sides of a comparison: runs, or periods.

use std::ops::{Index, IndexMut, Range};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::Before, Self::After];
}

/// What both sides have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sides<T> {
    pub before: T,
    pub after: T,
}

impl<T> Sides<T> {
    pub(crate) fn new(of_side: impl Fn(Side) -> T) -> Self {
        Self { before: of_side(Side::Before), after: of_side(Side::After) }
    }

    pub(crate) fn into_array(self) -> [T; 2] {
        [self.before, self.after]
    }
}

impl Sides<Range<i64>> {
    /// The side whose buckets contain one.
    pub(crate) fn side_of(&self, bucket: i64) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self[*side].contains(&bucket))
    }
}

impl<T> Index<Side> for Sides<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Before => &self.before,
            Side::After => &self.after,
        }
    }
}

impl<T> IndexMut<Side> for Sides<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Before => &mut self.before,
            Side::After => &mut self.after,
        }
    }
}
