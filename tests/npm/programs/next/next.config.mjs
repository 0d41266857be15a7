// The packages of this test are outside of its folder. A project of its own needs no setting.
const { NEXT_ROOT: root, NEXT_OUTPUT: output } = process.env;

export default { output, outputFileTracingRoot: root, turbopack: { root } };
