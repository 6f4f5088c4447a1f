/**
 * Refuses functions of more than `max` lines, and components of more than `maxOfComponent`, not counting blank lines and comments.
 * A suite (`describe`) is a list of tests, so only its tests are counted.
 */
export const functionLines = {
  meta: { type: 'problem', schema: { type: 'array', items: { type: 'integer' } } },
  create(context) {
    const [maxOfFunction, maxOfComponent = maxOfFunction] = context.options
    const check = (node) => {
      const max = isComponent(node) ? maxOfComponent : maxOfFunction
      const { start, end } = node.loc
      if (end.line - start.line < max) return
      const call = node.parent
      if (call?.type === 'CallExpression' && isSuite(call.callee)) return
      const lines = codeLines(context.sourceCode, node)
      if (lines > max) context.report({ node, message: `The function has ${lines} lines of code; at most ${max}.` })
    }
    return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check }
  },
}

/** A function with the name of a component: `function Page()`, `const Page = () => …`, `const Page = memo(() => …)`. */
function isComponent({ id, parent }) {
  const declared = parent?.type === 'CallExpression' ? parent.parent : parent
  const name = id?.name ?? (declared?.type === 'VariableDeclarator' ? declared.id.name : undefined)
  return /^[A-Z]/.test(name ?? '')
}

/** `describe(…)`, `test.describe(…)`, `describe.each(…)(…)`. */
function isSuite(callee) {
  if (callee.type === 'Identifier') return callee.name === 'describe'
  if (callee.type === 'CallExpression') return isSuite(callee.callee)
  if (callee.type !== 'MemberExpression') return false
  return callee.property.name === 'describe' || isSuite(callee.object)
}

function codeLines(sourceCode, { range: [start, end] }) {
  let text = sourceCode.text.slice(0, end)
  for (const { range } of sourceCode.getAllComments())
    if (range[0] >= start && range[1] <= end)
      text = text.slice(0, range[0]) + text.slice(...range).replace(/[^\n]/g, ' ') + text.slice(range[1])
  return text
    .slice(start)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}
