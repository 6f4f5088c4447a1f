import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../Dialog'
import { isListed, type Plane } from '../../../links/planes'
import { LONGEST_PLANE_NAME } from '../../../links/plane-list'
import { deletePlane } from '../../state/plane-removal'
import { makePlane, renamePlane } from '../../state/plane-changes'
import { managePlanes, openPlane, planeHere, usePlanes } from '../../state/planes'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { ErrorMessage } from '../States'
import './planes.css'

function PlaneRow({ plane, here }: { readonly plane: Plane; readonly here: boolean }) {
  const [sure, setSure] = useState(false)
  const { act, busy, error } = useAction()
  const main = plane.id === ''
  return (
    <li className="o-plane">
      <div className="o-row wrap">
        {main ? (
          <b className="o-grow">{plane.name}</b>
        ) : (
          <TextInput
            className="o-grow"
            aria-label={`Name of ${plane.name}`}
            defaultValue={plane.name}
            maxLength={LONGEST_PLANE_NAME}
            onBlur={({ currentTarget }) => void act(async () => renamePlane(plane.id, currentTarget.value))}
          />
        )}
        {here ? (
          <span className="o-dim o-small">shown in this tab</span>
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => openPlane(plane.id)}>
            Open<span className="o-hidden"> {plane.name}</span>
          </Button>
        )}
        {!main && (
          <Button
            size="compact-sm"
            variant={sure ? 'filled' : 'default'}
            color="red"
            loading={busy}
            onClick={() => (sure ? void act(() => deletePlane(plane.id)) : setSure(true))}
          >
            {sure ? 'Delete the plane and its objects' : 'Delete'}
            <span className="o-hidden"> {plane.name}</span>
          </Button>
        )}
      </div>
      {error !== undefined && <ErrorMessage error={error} />}
    </li>
  )
}

/** Creates, opens, renames and deletes planes. */
export function PlanesDialog() {
  const planes = usePlanes((state) => state.planes).filter(isListed)
  const here = planeHere(planes)
  const [name, setName, dropName] = useSessionDraft('plane-name', '')
  const { act, error } = useAction()
  const taken = planes.some((plane) => plane.name === name.trim())
  const make = (): Promise<boolean> =>
    act(async () => {
      const { id } = makePlane({ name: name.trim() || 'New plane', origin: 'person' })
      dropName()
      return openPlane(id)
    })
  return (
    <Dialog onClose={() => managePlanes(false)} title="Control planes in this browser" size="lg">
      <p className="o-dim">
        Each plane is a separate simulated cluster with its own objects, settings and clock. Changes in one plane do not
        affect the others.
      </p>
      <ul className="o-planes">
        {planes.map((plane) => (
          <PlaneRow key={plane.id} plane={plane} here={plane.id === here.id} />
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!taken) void make()
        }}
      >
        <Group align={taken ? 'center' : 'end'} gap="xs">
          <TextInput
            className="o-grow"
            label="Name of a new plane"
            placeholder="Staging"
            value={name}
            maxLength={LONGEST_PLANE_NAME}
            onChange={(event) => setName(event.currentTarget.value)}
            error={taken ? 'Another plane has this name' : undefined}
            data-autofocus
          />
          <Button type="submit" disabled={taken}>
            Create and open
          </Button>
        </Group>
      </form>
      {error !== undefined && <ErrorMessage error={error} />}
    </Dialog>
  )
}
