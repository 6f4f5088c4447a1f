import { Icon, type IconName } from '../../components/Icon'
import { type Tone, Verdict } from '../../components/Verdict'

interface Stage {
  readonly icon: IconName
  readonly title: string
  /** The question that this stage answers. */
  readonly text: string
  /** The verdict on the example. */
  readonly verdict: Tone
  readonly outcome: string
}

/** One example request: it fails at admission, so that the picture shows every kind of verdict. */
const STAGES: readonly Stage[] = [
  {
    icon: 'send',
    title: 'Your request',
    text: 'From YAML, a form or curl',
    verdict: 'waiting',
    outcome: 'create a pod',
  },
  { icon: 'identity', title: 'Authentication', text: 'Who are you?', verdict: 'allowed', outcome: 'alice' },
  { icon: 'access', title: 'Authorization', text: 'May you do this?', verdict: 'allowed', outcome: 'role “edit”' },
  {
    icon: 'admission',
    title: 'Admission',
    text: 'Is the object acceptable?',
    verdict: 'refused',
    outcome: 'tag is latest',
  },
  { icon: 'kind', title: 'Store', text: 'Saved in your browser', verdict: 'none', outcome: 'not reached' },
]

/** An example request on its way through the server's stages. */
export function Stages() {
  return (
    <figure className="o-start-picture">
      <ol className="o-start-stages" aria-label="What happens to a request">
        {STAGES.map(({ icon, title, text, verdict, outcome }) => (
          <li key={title} className={verdict === 'refused' ? 'stops' : undefined}>
            <Icon name={icon} size={20} />
            <b>{title}</b>
            <span className="o-dim o-small">{text}</span>
            <Verdict tone={verdict}>{outcome}</Verdict>
          </li>
        ))}
      </ol>
      <figcaption className="o-dim">
        Every request passes these stages. You see what each stage decides and why, and you can change its rules.
      </figcaption>
    </figure>
  )
}
