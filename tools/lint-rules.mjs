// Our own rules, as a plugin of oxlint (see .oxlintrc.json).
import { documentedExports } from './documented-exports.mjs'
import { functionLines } from './function-lines.mjs'
import { importOrder } from './import-order.mjs'

/** Refuses syntax by selectors; each option is one, with the message that tells what to write instead. */
const restrictedSyntax = {
  meta: { type: 'problem', schema: { type: 'array', items: { type: 'object' } } },
  create(context) {
    const entries = context.options.map(({ selector, message }) => [
      selector,
      (node) => context.report({ node, message }),
    ])
    return Object.fromEntries(entries)
  },
}

export default {
  meta: { name: 'orchard' },
  rules: {
    'documented-exports': documentedExports,
    'function-lines': functionLines,
    'import-order': importOrder,
    'restricted-syntax': restrictedSyntax,
  },
}
