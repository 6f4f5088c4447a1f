/** What a link may ask of a cluster. Both parts are checked by whoever uses them: a link is written by a stranger. */
export interface LinkRequest {
  /** The whole command line that the cluster is to run with. */
  readonly argv?: readonly string[]
  /** Address of a relay that is to reach the cluster. */
  readonly relay?: string
}

/** `ignore`: do nothing; `apply`: run with it, without saving it; `ask`: change nothing until the person agrees. */
export type LinkVerdict = 'ignore' | 'apply' | 'ask'

export interface LinkSituation {
  /** The page is shown inside another page, which could lay anything over a question. */
  readonly framed: boolean
  /** A person has made something in the cluster, or saved settings for it. */
  readonly content: boolean
  /** The person agreed to this very request in this tab. */
  readonly accepted: boolean
}

/** The one rule for everything that comes from outside and would change, restart or replace a cluster. */
export function judgeLink({ framed, content, accepted }: LinkSituation): LinkVerdict {
  if (framed) return 'ignore'
  return content && !accepted ? 'ask' : 'apply'
}

export const FRAMED =
  'This page is shown inside another page, so it takes no settings, no relay and no import. Open it in a tab of its own.'
