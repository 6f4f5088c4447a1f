/** What a link asks of a cluster. Links are untrusted: check both parts before using them. */
export interface LinkRequest {
  /** The full command line to run the cluster with. */
  readonly argv?: readonly string[]
  /** Address of a relay that may access the cluster. */
  readonly relay?: string
}

/** `ignore`: do nothing; `apply`: run with it, unsaved; `ask`: change nothing until the user agrees. */
export type LinkVerdict = 'ignore' | 'apply' | 'ask'

/** What decides whether a link's settings are used, offered or refused. */
export interface LinkSituation {
  /** The page is embedded in another one, which could overlay a question. */
  readonly framed: boolean
  /** The user has created something in the cluster, or saved settings for it. */
  readonly content: boolean
  /** The user agreed to this exact request in this tab. */
  readonly accepted: boolean
}

/** The single rule for external input that would change, restart or replace a cluster. */
export function judgeLink({ framed, content, accepted }: LinkSituation): LinkVerdict {
  if (framed) return 'ignore'
  return content && !accepted ? 'ask' : 'apply'
}

/** What the page says when a link would change something inside a frame. */
export const FRAMED =
  'This page is shown inside another page, so it takes no settings, no relay and no import. Open it in a tab of its own.'
