import { Button } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import type { Draft } from '../../state/drafts'

/** Whether there is a draft, and what can be done with it. */
export function YamlToolbar({
  draft,
  outdated,
  setConflict,
  drop,
  id,
  problem,
  gone,
  busy,
  look,
}: {
  readonly draft: Draft | undefined
  readonly outdated: boolean
  readonly setConflict: (next: boolean) => void
  readonly drop: (id: string) => void
  readonly id: string
  readonly problem: { readonly message: string; readonly from: number; readonly to: number } | undefined
  readonly gone: boolean
  readonly busy: boolean
  readonly look: (body?: string) => Promise<void>
}) {
  return (
    <div className="o-row wrap">
      {draft ? (
        <Verdict tone="changed">unsaved draft</Verdict>
      ) : (
        <span className="o-dim">
          Type to start a draft. The margin shows who owns each line; press m to list all owners.
        </span>
      )}
      {outdated && (
        <>
          <Verdict tone="waiting">changed on the server</Verdict>
          <Button size="compact-sm" variant="default" onClick={() => setConflict(true)}>
            Merge
          </Button>
        </>
      )}
      <span className="o-grow" />
      {draft && (
        <Button size="xs" variant="default" leftSection={<Icon name="undo" />} onClick={() => drop(id)}>
          Discard draft
        </Button>
      )}
      <Button size="xs" disabled={!draft || problem !== undefined || gone} loading={busy} onClick={() => void look()}>
        Review and save
      </Button>
    </div>
  )
}
