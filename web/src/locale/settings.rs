//! Texts of the settings page.

/// Texts of the settings page.
pub struct Texts {
    pub title: &'static str,
    pub description: &'static str,
}

pub const KOREAN: Texts =
    Texts { title: "설정", description: "이 브라우저에서 콘솔이 어떻게 동작할지 정해요." };

pub const ENGLISH: Texts = Texts { title: "Settings", description: "How the console works in this browser." };
