import type { KeyboardEvent, RefObject } from 'react'
import { usePreferences } from '../../state/preferences'
import { PlainText } from './PlainText'

/** Properties of the plain text field that stands in until the editor is loaded. */
export interface PlainEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange?: ((text: string) => void) | undefined
  readonly onSave?: (() => void) | undefined
  readonly onSubmit?: (() => void) | undefined
  readonly onLeave?: (() => void) | undefined
  readonly readOnly?: boolean
  readonly skipped?: boolean
  readonly autoFocus?: boolean
  readonly wraps?: boolean
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** A plain text field that stands in for an editor while its code loads. It accepts typing and the editor's keys. */
export function PlainEditor({
  label,
  value,
  onChange,
  onSave,
  onSubmit,
  onLeave,
  readOnly = false,
  skipped = false,
  autoFocus = false,
  wraps = false,
  field,
}: PlainEditorProps) {
  const wrap = usePreferences(({ wrapLines }) => wrapLines) || wraps
  const press = (event: KeyboardEvent): void => {
    const control = event.ctrlKey || event.metaKey
    const run =
      control && event.key === 's'
        ? onSave
        : control && event.key === 'Enter'
          ? onSubmit
          : event.key === 'Escape'
            ? onLeave
            : undefined
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const composing = (now: boolean): void => {
    if (now) field.current?.setAttribute('data-composing', '')
    else field.current?.removeAttribute('data-composing')
  }
  const area = (
    <textarea
      ref={field}
      className={`o-plain-editor ${wrap ? 'wrapped' : ''}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      onKeyDown={press}
      onCompositionStart={() => composing(true)}
      onCompositionEnd={() => composing(false)}
      readOnly={readOnly || !onChange}
      tabIndex={skipped ? -1 : 0}
      autoFocus={autoFocus}
      spellCheck={false}
      wrap={wrap ? 'soft' : 'off'}
      data-typing
    />
  )
  if (!wrap) return area
  // A text field cannot indent the rows of a long line: until someone types, its text is shown by another element.
  return (
    <>
      {area}
      <PlainText text={value} />
    </>
  )
}
