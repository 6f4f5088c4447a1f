import type { PolicyCompletion } from '../../../api/policies/complete-policy'
import { monaco } from './monaco'

/** Completions at an offset, with the start of the word that they replace. */
export type Completer = (text: string, offset: number) => Promise<PolicyCompletion | undefined>
const completers = new Map<string, Completer>()
const KINDS: Readonly<Record<string, keyof typeof monaco.languages.CompletionItemKind>> = {
  variable: 'Variable',
  field: 'Field',
  function: 'Method',
  macro: 'Snippet',
  type: 'Class',
  word: 'Keyword',
  value: 'EnumMember',
}
let completes = false

/** Sets the expression completions for the model at `uri`, in addition to those of its schema. */
export function setCompleter(uri: string, completer: Completer | undefined): void {
  const key = monaco.Uri.parse(uri).toString()
  if (completer) completers.set(key, completer)
  else completers.delete(key)
  if (completes) return
  completes = true
  monaco.languages.registerCompletionItemProvider('yaml', {
    triggerCharacters: ['.', "'", '"', '['],
    provideCompletionItems: async (model, position) => {
      const offset = model.getOffsetAt(position)
      const completion = await completers.get(model.uri.toString())?.(model.getValue(), offset)
      return completion && { suggestions: suggestionsOf(completion, model, position) }
    },
  })
}

function suggestionsOf(
  { typed, suggestions }: PolicyCompletion,
  model: monaco.editor.ITextModel,
  position: monaco.Position,
): monaco.languages.CompletionItem[] {
  const insert = monaco.Range.fromPositions(position.delta(0, -typed), position)
  const word = model.getWordAtPosition(position)
  const replace = insert.setEndPosition(position.lineNumber, Math.max(position.column, word?.endColumn ?? 0))
  return suggestions.map(({ label, kind, detail, text }, i) => ({
    label,
    kind: monaco.languages.CompletionItemKind[KINDS[kind] ?? 'Text'],
    detail: detail.split('\n', 1)[0] ?? '',
    ...(detail.includes('\n') && { documentation: { value: `\`\`\`\n${detail}\n\`\`\`` } }),
    insertText: text,
    insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
    sortText: String(i).padStart(4, '0'),
    range: { insert, replace },
  }))
}
