import { Button, Switch } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { toggleWrapLines, usePreferences } from '../../state/preferences'

/** The state of the draft, with its actions. */
export function YamlToolbar({
  drafted,
  outdated,
  savable,
  busy,
  managed,
  onManaged,
  download,
  onMerge,
  onDiscard,
  onReview,
}: {
  readonly drafted: boolean
  /** True if the object has changed since the draft was started. */
  readonly outdated: boolean
  readonly savable: boolean
  readonly busy: boolean
  /** Whether managedFields are shown; undefined if the object has none. */
  readonly managed: boolean | undefined
  readonly onManaged: (shown: boolean) => void
  /** The download button: what it says, and what it does. */
  readonly download: { readonly label: string; readonly run: () => void }
  readonly onMerge: () => void
  readonly onDiscard: () => void
  readonly onReview: () => void
}) {
  const wrap = usePreferences(({ wrapLines }) => wrapLines)
  return (
    <div className="o-row wrap">
      {drafted ? (
        <Verdict tone="changed">unsaved draft</Verdict>
      ) : (
        <span className="o-dim">
          {managed
            ? 'With managedFields, the text is read-only. Hide them to edit.'
            : 'Type to start a draft. The margin shows who owns each line; press m to list all owners.'}
        </span>
      )}
      {outdated && (
        <>
          <Verdict tone="waiting">changed on the server</Verdict>
          <Button size="compact-sm" variant="default" onClick={onMerge}>
            Merge
          </Button>
        </>
      )}
      <span className="o-grow" />
      <Switch label="Wrap long lines" checked={wrap} onChange={toggleWrapLines} />
      {managed !== undefined && (
        <Switch
          label="Show managedFields"
          checked={managed}
          // A draft has no managedFields: the server keeps them.
          disabled={drafted}
          onChange={(event) => onManaged(event.currentTarget.checked)}
        />
      )}
      <Button variant="default" leftSection={<Icon name="download" />} onClick={download.run}>
        {download.label}
      </Button>
      {drafted && (
        <Button variant="default" leftSection={<Icon name="undo" />} onClick={onDiscard}>
          Discard draft
        </Button>
      )}
      <Button disabled={!savable} loading={busy} onClick={onReview}>
        Review and save
      </Button>
    </div>
  )
}
