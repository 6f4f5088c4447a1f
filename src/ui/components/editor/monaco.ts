import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codeAction/register'
import 'monaco-editor/features/codeEditor/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/comment/register'
import 'monaco-editor/features/contextmenu/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/folding/register'
import 'monaco-editor/features/format/register'
import 'monaco-editor/features/gotoError/register'
import 'monaco-editor/features/hover/register'
import 'monaco-editor/features/indentation/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/multicursor/register'
import 'monaco-editor/features/smartSelect/register'
import 'monaco-editor/features/snippet/register'
import 'monaco-editor/features/toggleTabFocusMode/register'
import 'monaco-editor/features/tokenization/register'
import 'monaco-editor/features/wordOperations/register'
import 'monaco-editor/languages/definitions/yaml/register'
// This feature registers only inline suggestions; this import adds the suggestion list.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import { configureMonacoYaml, type JSONSchema, type MonacoYaml } from 'monaco-yaml'
import YamlWorker from 'monaco-yaml/yaml.worker.js?worker'
import { MONO } from '../theme'
import type { Entered } from './use-editor-part'

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() }

interface WorkerOptions {
  readonly createData?: unknown
  readonly keepIdleModels?: boolean
}

/**
 * monaco-yaml requests its worker in the style of an older editor: create it here, initialize it, and give the editor
 * the worker itself.
 */
function withYamlWorker(): Parameters<typeof configureMonacoYaml>[0] {
  const createWebWorker = ({ createData, keepIdleModels = false }: WorkerOptions) => {
    const worker = new YamlWorker()
    worker.postMessage('ignore')
    worker.postMessage(createData)
    return monaco.editor.createWebWorker({ worker, keepIdleModels })
  }
  return { ...monaco, editor: { ...monaco.editor, createWebWorker } }
}

const schemas = new Map<string, JSONSchema>()
let yaml: MonacoYaml | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Sets the schema for completion, hover and validation of the model at `uri`. */
export function setSchema(uri: string, schema: JSONSchema | undefined): void {
  if (schema) schemas.set(uri, schema)
  else schemas.delete(uri)
  clearTimeout(timer)
  timer = setTimeout(() => {
    const options = {
      // Simple URIs, because the language service normalizes them in two different ways.
      schemas: [...schemas].map(([match, each], i) => ({
        uri: `orchard://schemas/${i}/openapi`,
        fileMatch: [match],
        schema: each,
      })),
      yamlVersion: '1.1' as const,
      format: { enable: false },
    }
    if (yaml) void yaml.update(options)
    else yaml = configureMonacoYaml(withYamlWorker(), options)
  }, 60)
}

const colour = (name: string): string =>
  getComputedStyle(document.documentElement)
    .getPropertyValue(`--o-${name}`)
    .trim()
    // The editor knows only six-digit colours; the build shortens them where possible.
    .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

const SCHEME = 'data-mantine-color-scheme'

function applyTheme(): void {
  const scheme = document.documentElement.getAttribute(SCHEME) === 'light' ? 'light' : 'dark'
  const rule = (token: string, name: string, fontStyle = '') => ({
    token,
    foreground: colour(name).slice(1),
    fontStyle,
  })
  monaco.editor.defineTheme(`orchard-${scheme}`, {
    base: scheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('type', 'accent'),
      rule('string', 'text'),
      rule('string.yaml', 'text'),
      rule('number', 'waiting'),
      rule('regexp', 'waiting'),
      rule('keyword', 'changed'),
      rule('comment', 'faint', 'italic'),
      rule('operators', 'dim'),
    ],
    colors: {
      'editor.background': colour('surface'),
      'editor.foreground': colour('text'),
      'editorLineNumber.foreground': colour('faint'),
      'editorLineNumber.activeForeground': colour('text'),
      'editor.lineHighlightBackground': colour('hover'),
      'editor.lineHighlightBorder': colour('hover'),
      'editorGutter.background': colour('surface'),
      'editorWidget.background': colour('raised'),
      'editorWidget.border': colour('line-strong'),
      'editorHoverWidget.background': colour('raised'),
      'editorSuggestWidget.background': colour('raised'),
      'editorSuggestWidget.selectedBackground': colour('selected'),
      'editorSuggestWidget.selectedForeground': colour('text'),
      'editorSuggestWidget.highlightForeground': colour('accent'),
      'editorSuggestWidget.focusHighlightForeground': colour('accent'),
      'editorIndentGuide.background1': colour('line'),
      'editorError.foreground': colour('refused'),
      'editorWarning.foreground': colour('changed'),
      focusBorder: colour('focus'),
    },
  })
  monaco.editor.setTheme(`orchard-${scheme}`)
}

let follows = false

/** Applies the page's theme to all editors, now and whenever the colours change. */
export function followTheme(): void {
  if (follows) return
  follows = true
  applyTheme()
  // Watch the page's attribute, not the system setting, because the tokens follow the attribute.
  new MutationObserver(applyTheme).observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME] })
}

/** Focuses the editor and restores the cursor or selection of the plain text field. */
export function enterAt(editor: monaco.editor.ICodeEditor, { from, to }: Entered): void {
  const model = editor.getModel()
  if (!model) return
  editor.focus()
  const [start, end] = [model.getPositionAt(from), model.getPositionAt(to)]
  editor.setSelection(monaco.Selection.fromPositions(start, end))
  editor.revealPositionInCenterIfOutsideViewport(end)
}

/** Text size in editors; presenter mode scales it with the page. */
export const textSize = (scale: number) => ({ fontSize: Math.round(13 * scale), lineHeight: 20 * scale })

/** Whether long lines continue on the next row. */
export const lineWrap = (wrap: boolean): monaco.editor.IEditorOptions => ({ wordWrap: wrap ? 'on' : 'off' })

/** Options of a model; the editor's own option does not reach models that exist already. */
export const ONE_COLOUR_OF_BRACKETS = {
  bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
}

/** Options that all editors share. */
export const EDITOR_OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  language: 'yaml',
  automaticLayout: true,
  fontFamily: MONO,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  tabSize: 2,
  insertSpaces: true,
  renderLineHighlight: 'line',
  renderFinalNewline: 'on',
  padding: { top: 8, bottom: 8 },
  folding: true,
  foldingHighlight: false,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  fixedOverflowWidgets: true,
  quickSuggestions: { other: true, comments: false, strings: true },
  wordBasedSuggestions: 'off',
  smoothScrolling: false,
  stickyScroll: { enabled: false },
  accessibilitySupport: 'auto',
  bracketPairColorization: { enabled: false },
  // Text that arrives at once, as from an input method, is taken for single keys. With tokens of the earlier text, the search for
  // brackets to close may never end; and a bracket at its start would surround the selection that the text is to replace.
  autoClosingBrackets: 'never',
  autoSurround: 'never',
  guides: { indentation: true },
}

export { monaco }
