import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../components/Dialog'
import { Icon } from '../../components/Icon'
import { ExportMenu } from '../../components/export/ExportMenu'
import { pageColour } from '../../components/export/picture'
import { download } from '../../state/download'
import { copyText } from '../../state/notify'
import { useActions } from './actions'
import { commandLines, isSecretAction } from './export'
import type { Lab } from './lab'
import { storyMarkdown, type Story } from './story'
import { storySvg } from './story-picture'

/** The formats that the lab's history can be exported in. */
export type ExportForm = 'orchctl' | 'curl' | 'markdown' | 'picture'
/** Forms in which the story of an object can be exported. */
export const EXPORT_FORMS: readonly { readonly value: ExportForm; readonly label: string; readonly ending: string }[] =
  [
    { value: 'orchctl', label: 'orchctl', ending: 'sh' },
    { value: 'curl', label: 'curl', ending: 'sh' },
    { value: 'markdown', label: 'Markdown', ending: 'md' },
    { value: 'picture', label: 'Picture', ending: 'svg' },
  ]

function pictureOf(lab: Lab, story: Story): string {
  return storySvg(story, {
    ink: pageColour('--o-text'),
    dim: pageColour('--o-dim'),
    line: pageColour('--o-line'),
    ground: pageColour('--o-surface'),
    refused: pageColour('--o-refused'),
    owner: (name) => pageColour(`--o-owner-${lab.marks.get(name)?.index ?? 8}`),
  })
}

/** The lab's actions as commands that repeat them. */
export function ExportDialog({
  lab,
  form,
  onForm,
  onClose,
}: {
  readonly lab: Lab
  readonly form: ExportForm
  readonly onForm: (form: ExportForm) => void
  readonly onClose: () => void
}) {
  const [secrets, setSecrets] = useState(false)
  const { info, name, namespace } = lab.target
  const story: Story = {
    title: `${info.kind} ${namespace ? `${namespace}/` : ''}${name}`,
    versions: lab.history.versions,
    actions: lab.actions,
    structure: lab.structure,
  }
  const commands = form === 'orchctl' || form === 'curl'
  const text = commands
    ? commandLines(lab.actions, form, location.origin, secrets)
    : form === 'markdown'
      ? storyMarkdown(story)
      : pictureOf(lab, story)
  const nothing = commands ? lab.actions.length === 0 : story.versions.length === 0
  return (
    <Dialog onClose={onClose} title="Export the history" size="xl">
      <div className="o-stack">
        <div className="o-row wrap">
          <SegmentedControl
            aria-label="Format"
            value={form}
            onChange={(value) => onForm(value)}
            data={EXPORT_FORMS.map(({ value, label }) => ({ value, label }))}
          />
          <span className="o-dim o-small">
            {lab.actions.length} {lab.actions.length === 1 ? 'request' : 'requests'} in this tab, including failed ones
          </span>
          <span className="o-grow" />
          {commands && lab.actions.some(isSecretAction) && (
            <Checkbox label="Include secrets" checked={secrets} onChange={(e) => setSecrets(e.currentTarget.checked)} />
          )}
          <Button
            variant="subtle"
            disabled={lab.actions.length === 0}
            onClick={() => useActions.getState().forget(lab.key)}
          >
            Clear
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            disabled={nothing}
            onClick={() =>
              download(`${name}.${EXPORT_FORMS.find(({ value }) => value === form)?.ending ?? 'txt'}`, text)
            }
          >
            Save
          </Button>
          <Button
            data-autofocus={!nothing || undefined}
            leftSection={<Icon name="copy" />}
            disabled={nothing}
            onClick={() => void copyText(text, commands ? 'Commands' : 'Story')}
          >
            Copy
          </Button>
          {form === 'picture' && <ExportMenu what="the picture" file={name} picture={() => text} compact />}
        </div>
        {!nothing && form === 'picture' && (
          <div className="o-lab-export" tabIndex={0} role="region" aria-label="Picture">
            <img
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`}
              alt={`Who wrote what to ${story.title}; Markdown has the same as text`}
            />
          </div>
        )}
        {!nothing && form !== 'picture' && (
          <pre className="o-code o-lab-export" tabIndex={0} aria-label={commands ? 'Commands' : 'Story'}>
            {text}
          </pre>
        )}
        {nothing && <p className="o-dim">No actions yet. Every apply, force, patch and withdraw is recorded here.</p>}
      </div>
    </Dialog>
  )
}
