import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { ownedPaths } from '../../components/ownership/owners'
import type { Lab, Manager } from './lab'

/** Previews the effect of withdrawing a manifest. */
export function Withdraw({
  lab,
  manager,
  onDone,
}: {
  readonly lab: Lab
  readonly manager: Manager
  readonly onDone: () => void
}) {
  const { owner } = manager
  const [alone, shared] = useMemo(() => {
    const mine = [...ownedPaths(lab.owners).values()].filter(({ names }) => owner && names.includes(owner.name))
    return [mine.filter(({ names }) => names.length === 1), mine.filter(({ names }) => names.length > 1)]
  }, [lab.owners, owner])
  return (
    <div className="o-lab-ask" role="group" aria-label={`Withdraw ${manager.name}`}>
      <p>
        Applies an empty manifest: {manager.name} releases all fields.{' '}
        {shared.length > 0 &&
          `${shared.length} shared ${shared.length === 1 ? 'field stays' : 'fields stay'} with the other owners. `}
        {alone.length > 0
          ? `${alone.length} ${alone.length === 1 ? 'field' : 'fields'} without another owner will be removed or reset to the default:`
          : 'No value changes.'}
      </p>
      {alone.length > 0 && (
        <ul className="o-mono o-lab-paths" tabIndex={0} aria-label="Fields without another owner">
          {alone.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <div className="o-row wrap">
        <Button
          color="red.9"
          data-autofocus
          autoFocus
          loading={manager.busy}
          onClick={() => void lab.withdraw(manager.name).then(onDone)}
        >
          Withdraw {manager.name}
        </Button>
        <Button variant="default" onClick={() => void lab.withdraw(manager.name, { dryRun: true }).then(onDone)}>
          Dry run
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <p className="o-small o-dim">The manifest stays here. Apply it again to take the fields back.</p>
    </div>
  )
}
