import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Go } from '../../components/Go'
import { PageHead } from '../../components/PageHead'
import { KeyList } from '../../shell/KeysHelp'
import { usePathState } from '../../state/place'
import { FlagsSection } from './FlagsSection'
import { ReleaseSection } from './ReleaseSection'
import { StorageSection } from './StorageSection'

const SECTIONS = [
  {
    id: 'flags',
    title: 'Flags',
    about:
      'The flags that this control plane runs with, under the names that a server’s documents give them. Changing them starts it anew over the same store.',
  },
  {
    id: 'release',
    title: 'Release',
    about: 'Which release the control plane behaves as: what it serves, prefers and warns about.',
  },
  {
    id: 'storage',
    title: 'Storage',
    about: 'What is stored and how full it is; take it with you, bring it back, or start anew.',
  },
  { id: 'appearance', title: 'Appearance', about: 'How the page looks. It follows the system until you choose.' },
  {
    id: 'keys',
    title: 'Keys',
    about:
      'Everything can be done from the keyboard. These are the keys here; each page adds its own, and ? lists them.',
  },
] as const

/** The hands on the machine that a server's operator has. */
export function SettingsPage() {
  const wanted = usePathState()['section']
  const section = SECTIONS.find(({ id }) => id === wanted) ?? SECTIONS[0]
  return (
    <div className="o-page">
      <PageHead title={section.title} about={section.about} />
      <nav className="o-tabs" aria-label="Settings">
        {SECTIONS.map(({ id, title }) => (
          <Go
            key={id}
            place={{ to: id === 'flags' ? '/settings' : `/settings/${id}` }}
            aria-current={id === section.id ? 'page' : undefined}
          >
            {title}
          </Go>
        ))}
      </nav>
      <div
        className="o-page-body"
        style={{ paddingTop: 'var(--o-page)' }}
        // Nothing in the list of keys takes the focus: the keyboard scrolls it as a whole.
        {...(section.id === 'keys' && { tabIndex: 0, role: 'region', 'aria-label': 'Keys' })}
      >
        {section.id === 'flags' && <FlagsSection />}
        {section.id === 'release' && <ReleaseSection />}
        {section.id === 'storage' && <StorageSection />}
        {section.id === 'appearance' && <Appearance />}
        {section.id === 'keys' && <KeyList />}
      </div>
    </div>
  )
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className="o-row">
      <span id="theme">Theme</span>
      <SegmentedControl
        aria-labelledby="theme"
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={[
          { value: 'auto', label: 'As the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
    </div>
  )
}
