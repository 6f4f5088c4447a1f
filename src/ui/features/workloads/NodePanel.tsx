import { Button, Menu } from '@mantine/core'
import { measures } from '../../components/measures'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { notifyWithUndo } from '../../components/undo/undo-now'
import { type Tone, Verdict } from '../../components/Verdict'
import { useClient, useSession } from '../../state/connection'
import { notifyError } from '../../state/notify'
import { objectPlace } from '../../state/place'
import { NODES } from '../../../client/core-targets'
import { cordon } from './drain'
import { PodDots } from './PodDots'
import { type Amount, type NodeCard, PRESSURE, PRESSURES, UNPLUGGED } from './workload-model'

function Bar({ label, amount }: { readonly label: string; readonly amount: Amount }) {
  const share = amount.all > 0 ? Math.min(1, amount.used / amount.all) : 0
  return (
    <div className="o-wl-bar">
      <span className="o-dim">{label}</span>
      <span className="track" aria-hidden>
        <span className="o-own-width" style={measures({ width: `${share * 100}%` })} />
      </span>
      <span className="o-num">{amount.text}</span>
    </div>
  )
}

/** A node: its state, its pods' requests, and its actions. */
export function NodePanel({ card, drain }: { readonly card: NodeCard; readonly drain: () => void }) {
  const client = useClient()
  const { name, state, cordoned, unplugged } = card
  const waits = stillCounts(card)
  const session = useSession()
  const change = (title: string, work: () => Promise<unknown>): void => {
    work().then(
      () => notifyWithUndo(session, title),
      (error: unknown) => notifyError(`Could not change ${name}`, error),
    )
  }
  const plug = (out: boolean) =>
    client.patch(NODES, name, 'merge', { metadata: { annotations: { [UNPLUGGED]: out ? '' : null } } })
  const squeeze = (value: string | null) =>
    client.patch(NODES, name, 'merge', { metadata: { annotations: { [PRESSURE]: value } } })
  return (
    <section className="o-panel o-wl-node" aria-label={`Node ${name}`}>
      <header>
        <h2 className="o-grow">
          <Go place={objectPlace(NODES, undefined, name)}>{name}</Go>
        </h2>
        <Verdict tone={toneOf(card)}>{waits ? 'unplugged' : unplugged ? `unplugged, ${state}` : state}</Verdict>
        {cordoned && <Verdict tone="changed">cordoned</Verdict>}
        {card.pressure.map((word) => (
          <Verdict key={word} tone="refused">
            {word}
          </Verdict>
        ))}
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" aria-label={`Actions for ${name}`}>
              <Icon name="more" />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              onClick={() =>
                change(cordoned ? `${name} accepts new pods again` : `${name} accepts no new pods`, () =>
                  cordon(client, name, !cordoned),
                )
              }
            >
              {cordoned ? 'Uncordon' : 'Cordon'}
            </Menu.Item>
            <Menu.Item onClick={drain}>Drain</Menu.Item>
            <Menu.Item onClick={() => change(`${name} is removed`, () => client.delete(NODES, name))}>Remove</Menu.Item>
            <Menu.Label>Simulate a failure</Menu.Label>
            <Menu.Item
              onClick={() =>
                change(unplugged ? `${name} is plugged in` : `${name} is unplugged`, () => plug(!unplugged))
              }
            >
              {unplugged ? 'Plug in' : 'Unplug'}
            </Menu.Item>
            {PRESSURES.map(([value, title]) => (
              <Menu.Item
                key={value}
                onClick={() =>
                  change(`${name}: ${title} ${card.short === value ? 'ends' : 'begins'} (simulated)`, () =>
                    squeeze(card.short === value ? null : value),
                  )
                }
              >
                {card.short === value ? `End: ${title}` : title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </header>
      <div className="o-panel-body">
        {waits && (
          <p className="o-small o-dim o-flush">
            The node still counts as ready. The control plane notices its silence after about 40 seconds.
          </p>
        )}
        <Bar label="CPU" amount={card.cpu} />
        <Bar label="Memory" amount={card.memory} />
        <PodDots pods={card.pods} label={`Pods on ${name}`} />
      </div>
    </section>
  )
}

/** A node that has been unplugged counts as ready until the control plane misses its signs of life. */
const stillCounts = ({ unplugged, state }: NodeCard): boolean => unplugged && state === 'Ready'
const toneOf = (card: NodeCard): Tone =>
  stillCounts(card) ? 'changed' : card.state === 'Ready' ? 'allowed' : 'refused'
