// A rule of the linter: imports stand in three groups: packages, files of other folders, files of the own folder. It can fix them.
// Within a group they keep their order. An import without a name, like that of a style sheet, is never moved past.

const MESSAGE = 'Imports of packages come first, then those of other folders (../), then those of this folder (./).'

const groupOf = ({ source }) => (source.value.startsWith('./') ? 2 : source.value.startsWith('.') ? 1 : 0)

/** Imports in a row that may change places. */
function runsOf(body) {
  const runs = [[]]
  for (const node of body)
    if (node.type === 'ImportDeclaration' && node.specifiers.length > 0) runs.at(-1).push(node)
    else runs.push([])
  return runs
}

/** The source of each import with the comments above it. */
const textsOf = (source, run) =>
  run.map((node, i) => source.text.slice(i === 0 ? node.range[0] : run[i - 1].range[1], node.range[1]).trim())

/** A comment at an import's end would move with the next one. */
const hasTrailingComment = (source, run) =>
  run
    .slice(0, -1)
    .some((node) => source.getCommentsAfter(node).some((comment) => comment.loc.start.line === node.loc.end.line))

/** Lint rule: imports of packages, of other folders and of the own folder stand in this order. */
export const importOrder = {
  meta: { type: 'layout', fixable: 'code', messages: { order: MESSAGE }, schema: [] },
  create(context) {
    const source = context.sourceCode
    return {
      Program({ body }) {
        for (const run of runsOf(body)) {
          const wrong = run.find((node, i) => i > 0 && groupOf(node) < groupOf(run[i - 1]))
          if (wrong === undefined) continue
          const texts = textsOf(source, run)
          const sorted = run.map((node, i) => [groupOf(node), texts[i]]).sort(([a], [b]) => a - b)
          const range = [run[0].range[0], run.at(-1).range[1]]
          context.report({
            node: wrong,
            messageId: 'order',
            fix: hasTrailingComment(source, run)
              ? null
              : (fixer) => fixer.replaceTextRange(range, sorted.map(([, text]) => text).join('\n')),
          })
        }
      },
    }
  },
}
