import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'

/** The state of the draft, with its actions. */
export function YamlToolbar({
  drafted,
  outdated,
  savable,
  busy,
  onMerge,
  onDiscard,
  onReview,
}: {
  readonly drafted: boolean
  /** True if the object has changed since the draft was started. */
  readonly outdated: boolean
  readonly savable: boolean
  readonly busy: boolean
  readonly onMerge: () => void
  readonly onDiscard: () => void
  readonly onReview: () => void
}) {
  return (
    <div className="o-row wrap">
      {drafted ? (
        <Verdict tone="changed">unsaved draft</Verdict>
      ) : (
        <span className="o-dim">
          Type to start a draft. The margin shows who owns each line; press m to list all owners.
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
