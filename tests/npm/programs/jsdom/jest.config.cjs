module.exports = { testEnvironment: "jsdom" };
