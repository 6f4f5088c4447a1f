import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import { PageHead } from '../../components/PageHead'
import { Tabs } from '../../components/Tabs'
import { KeyList } from '../../components/KeyList'
import { StartStates } from '../../components/start-states/StartStates'
import { usePathState } from '../../state/place'
import { usePreferences } from '../../state/preferences'
import { viewRoute } from '../../state/routes'
import { FlagsSection } from './FlagsSection'
import { NamesSection } from './NamesSection'
import { ReleaseSection } from './ReleaseSection'
import { StorageSection } from './StorageSection'

const SECTIONS = [
  {
    id: 'flags',
    title: 'Flags',
    about:
      'Command-line flags of the API server, under their documented names. Changing them restarts the API server; stored objects are kept.',
  },
  {
    id: 'release',
    title: 'Release',
    about:
      'The release that the API server simulates. It decides which API versions are served, preferred and deprecated.',
  },
  {
    id: 'start',
    title: 'Start state',
    about: 'Choose how many simulated nodes the cluster has: none, three, three with a small shop, or a hundred.',
  },
  {
    id: 'names',
    title: 'Names',
    about:
      'The names of system groups, labels, namespaces and users. Clients made for Kubernetes need the Kubernetes names.',
  },
  {
    id: 'storage',
    title: 'Storage',
    about: 'Save snapshots of the cluster, export, import or reset it, and see how much space it uses.',
  },
  {
    id: 'appearance',
    title: 'Appearance',
    about: 'The colour theme, which follows your system until you choose one, and the size of the text.',
  },
  {
    id: 'keys',
    title: 'Keys',
    about: 'Everything works from the keyboard. Each page adds its own shortcuts; press ? to list them.',
  },
] as const

/** The controls of a server's operator. */
export function SettingsPage() {
  const wanted = usePathState()['section']
  const section = SECTIONS.find(({ id }) => id === wanted) ?? SECTIONS[0]
  return (
    <div className="o-page">
      <PageHead title={section.title} area="Settings" about={section.about} />
      <Tabs
        label="Settings"
        tabs={SECTIONS.map(({ id, title }) => ({
          title,
          place: { to: viewRoute('/settings', id === 'flags' ? undefined : id) },
          current: id === section.id,
        }))}
      />
      <div
        className="o-page-body o-first-row"
        // The list of keys contains nothing focusable, so the keyboard scrolls it as a region.
        {...(section.id === 'keys' && { tabIndex: 0, role: 'region', 'aria-label': 'Keys' })}
      >
        {section.id === 'flags' && <FlagsSection />}
        {section.id === 'release' && <ReleaseSection />}
        {section.id === 'start' && <StartStates />}
        {section.id === 'names' && <NamesSection />}
        {section.id === 'storage' && <StorageSection />}
        {section.id === 'appearance' && <Appearance />}
        {section.id === 'keys' && <KeyList />}
      </div>
    </div>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { presenting, set } = usePreferences()
  return (
    <div className="o-stack">
      <div className="o-row wrap">
        <span id="theme">Theme</span>
        <SegmentedControl
          aria-labelledby="theme"
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={[
            { value: 'auto', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </div>
      <Switch
        label="Presenter mode: larger text, keys shown (key P)"
        checked={presenting}
        onChange={(event) => set({ presenting: event.currentTarget.checked })}
      />
    </div>
  )
}
