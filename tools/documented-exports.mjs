/** Lint rule: each exported declaration has a docstring directly before it; of overloads, the first one. */
export const documentedExports = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const isOverloaded = (node) => {
      const { body } = node.parent
      const before = body[body.indexOf(node) - 1]?.declaration
      return before?.type === 'TSDeclareFunction' && before.id?.name === node.declaration.id?.name
    }
    return {
      ExportNamedDeclaration(node) {
        if (!node.declaration || isOverloaded(node)) return
        const comment = context.sourceCode.getCommentsBefore(node).at(-1)
        if (comment?.type === 'Block' && comment.value.startsWith('*')) return
        const message = 'An export needs a docstring: what it promises, its units, its errors, its source.'
        context.report({ node, message })
      },
    }
  },
}
