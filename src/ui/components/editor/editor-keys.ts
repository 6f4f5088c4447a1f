import { toggleWrapLines } from '../../state/preferences'
import { monaco } from './monaco'

/** Widgets that Escape closes first. */
const OPEN_WIDGETS = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'editorHoverVisible',
  'markersNavigationVisible',
  'inSnippetMode',
]

/**
 * Gives an editor its keys: Ctrl+S saves, Ctrl+Enter sends, Alt+Z wraps long lines, and Escape leaves. Without `onLeave`, Tab after Escape
 * leaves the editor, until it is focused again.
 */
export function bindKeys(
  editor: monaco.editor.IStandaloneCodeEditor,
  {
    onSave,
    onSubmit,
    onLeave,
  }: { readonly onSave: () => void; readonly onSubmit?: () => void; readonly onLeave?: () => void },
): void {
  // Use actions, not commands: with several editors on a page, the last one would receive all commands.
  const bind = (id: string, label: string, key: number, run: () => void, when?: string): void => {
    editor.addAction({
      id: `orchard.${id}`,
      label,
      keybindings: [key],
      ...(when !== undefined && { keybindingContext: when }),
      run,
    })
  }
  const { CtrlCmd, Alt } = monaco.KeyMod
  bind('save', 'Save', CtrlCmd | monaco.KeyCode.KeyS, onSave)
  if (onSubmit) bind('submit', 'Send', CtrlCmd | monaco.KeyCode.Enter, onSubmit)
  bind('wrap', 'Wrap long lines', Alt | monaco.KeyCode.KeyZ, toggleWrapLines)
  bind(
    'leave',
    'Leave the editor',
    monaco.KeyCode.Escape,
    onLeave ?? (() => editor.updateOptions({ tabFocusMode: true })),
    OPEN_WIDGETS.map((name) => `!${name}`).join(' && '),
  )
  editor.onDidBlurEditorText(() => editor.updateOptions({ tabFocusMode: false }))
}
