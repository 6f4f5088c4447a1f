/** A tour stop: the part of the frame to point at, and its description. */
export interface Stop {
  readonly selector: string
  readonly title: string
  readonly text: string
}

/** Stops of the tour, in order. */
export const STOPS: readonly Stop[] = [
  {
    selector: '[data-tour="areas"]',
    title: 'Areas',
    text: 'Each area is a tool: explore objects, try apply, access control and admission, manage identities, compare releases.',
  },
  {
    selector: '[data-tour="identity"]',
    title: 'Who you are',
    text: 'You are the administrator. Send requests as somebody else to see what they may do. Your choice becomes part of the address.',
  },
  {
    selector: '[data-tour="requests"]',
    title: 'Request log',
    text: 'Every request appears here. Open one to see each stage that it passed, what each stage decided, and why.',
  },
  {
    selector: '[data-tour="search"]',
    title: 'Search and commands',
    text: 'Find kinds, objects, pages and commands. Press Ctrl K anywhere to open the search; ? lists all keys.',
  },
  {
    selector: '[data-tour="clock"]',
    title: 'The clock',
    text: 'The control plane has its own clock. Pause it, or advance it to let tokens expire and controllers act.',
  },
]
