import { Button } from '@mantine/core'
import { lazy, memo, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { ErrorMessage, Loading } from '../../components/States'
import { useDiscovery } from '../../queries/use-discovery'
import { usePageStatusField, useSession } from '../../state/connection'
import { ADMIN } from '../../state/identity'
import { useGo } from '../../state/place'
import { usePageTitle } from '../../components/page-title'
import { startTour } from '../tour/tour-state'
import { type EntryPoint, ENTRY_POINTS } from './entry-points'
import { readLastPlace } from './last-place'
import { Stages } from './Stages'
import './start.css'
import { useAction } from '../../state/use-action'

const StartStates = lazy(() =>
  import('../../components/start-states/StartStates').then((m) => ({ default: m.StartStates })),
)

/** The front page: what Orchard is, the ways in, a first lesson, and a link to the last place. */
export function StartPage() {
  usePageTitle('An API server that runs in this tab')
  // A small screen does not show what is below: it is drawn after the first part, so that the page can answer a click in between.
  const below = useDeferredValue(true, false)
  return (
    <div className="o-page o-start">
      <header className="o-start-head">
        <h1>An API server that runs in this tab</h1>
        <p>
          Orchard simulates the control plane of a container cluster: the part that checks requests and stores objects.
          Learn and test access control, admission and server-side apply without a cluster.{' '}
          <b>Nothing leaves your browser; no container runs.</b>
        </p>
        <Stages />
      </header>
      <h2 className="o-h2">Start here: open an example, or a lesson</h2>
      <p className="o-dim o-start-how">One click loads its objects and takes you to where something fails.</p>
      <Entries />
      {below && <OtherWays />}
      <p className="o-small o-dim" role="status">
        <Offline />
      </p>
    </div>
  )
}

function Offline() {
  const offline = usePageStatusField('offline')
  return (
    offline === 'ready' && (
      <>
        <Icon name="check" size={14} /> Ready offline: this browser has saved every page.
      </>
    )
  )
}

/** The examples that show something in one click. */
function Entries() {
  const session = useSession()
  const discovery = useDiscovery()
  const go = useGo()
  const { act, running: opening, error } = useAction()
  const [tried, setTried] = useState<string>()
  const open = (entry: EntryPoint): Promise<boolean> => {
    setTried(entry.id)
    return act(async () => {
      const place = await entry.open({ session, client: session.clientAs(ADMIN), discovery: discovery.data })
      if (place) go(place)
    }, entry.id)
  }
  const loading = discovery.data === undefined || discovery.isPlaceholderData
  return (
    <ul className="o-start-entries" aria-label="Examples and a first lesson">
      {ENTRY_POINTS.map((entry, i) => (
        <li key={entry.id} className="o-panel">
          <h3>
            <Icon name={entry.icon} size={20} /> {entry.title}
          </h3>
          <p>{entry.about}</p>
          <p className="o-dim">{entry.moment}</p>
          {error !== undefined && tried === entry.id && <ErrorMessage error={error} />}
          <Button
            // The recommended start for newcomers.
            variant={i === 0 ? 'filled' : 'default'}
            loading={opening === entry.id}
            disabled={loading || (opening !== undefined && opening !== entry.id)}
            onClick={() => void open(entry)}
          >
            {entry.action}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The ways in below the examples: start states, free exploration, lessons, the tour, the last place. */
const OtherWays = memo(function OtherWays() {
  const go = useGo()
  const last = useMemo(() => readLastPlace(localStorage), [])
  return (
    <>
      <h2 className="o-h2">Or start a cluster with simulated nodes</h2>
      <Suspense fallback={<Loading lines={2} label="Loading start states" />}>
        <StartStates />
      </Suspense>
      <h2 className="o-h2">Or look around by yourself</h2>
      <div className="o-row wrap o-start-ways">
        <Button
          variant="default"
          leftSection={<Icon name="explore" size={16} />}
          onClick={() => go({ to: '/explore' })}
        >
          Explore freely
        </Button>
        <Button variant="default" leftSection={<Icon name="learn" size={16} />} onClick={() => go({ to: '/learn' })}>
          All lessons
        </Button>
        <Button variant="default" leftSection={<Icon name="info" size={16} />} onClick={startTour}>
          Take the tour (5 stops)
        </Button>
        {last && <Go place={last.place}>Continue where you left off: {last.title}</Go>}
      </div>
    </>
  )
})
