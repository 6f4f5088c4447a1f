export { languageOf } from '../../src/api/policies/language'
export { Environment } from '../../src/expressions/environment'
export { compile } from '../../src/expressions/program'
export { HOSTILE_EXPRESSIONS, HOSTILE_VARIABLES } from '../../src/testing/hostile-expressions'
