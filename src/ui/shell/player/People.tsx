import { Button } from '@mantine/core'
import type { Scenario } from '../../../scenarios/scenario'
import { useActAs } from '../../state/act-as'
import { ADMIN, useIdentity } from '../../state/identity'
import { personId } from '../../state/lesson/page-world'

/** One button per identity of this lesson, the administrator first. */
export function People({ scenario }: { readonly scenario: Scenario }) {
  const actAs = useActAs()
  const { identity } = useIdentity()
  const people = Object.entries(scenario.people ?? {})
  if (people.length === 0) return null
  const choices = [
    { name: 'admin', id: ADMIN.id, about: 'The administrator of the cluster.' },
    ...people.map(([name, { about }]) => ({ name, id: personId(scenario, name) ?? ADMIN.id, about: about ?? '' })),
  ]
  return (
    <div className="o-player-people" role="group" aria-label="Act as">
      <span className="o-dim o-small">Act as</span>
      {choices.map(({ name, id, about }) => (
        <Button
          key={name}
          data-person={name}
          size="compact-sm"
          variant={identity.id === id ? 'filled' : 'default'}
          aria-pressed={identity.id === id}
          title={about}
          onClick={() => actAs(id)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
