mod google;
mod naver;
