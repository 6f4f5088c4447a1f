/** A style sheet of the page that waits to count, so that the first words could be seen without it. */
const WAITING = 'link[rel=stylesheet][media=print]'

/** Makes the page's style sheets count; resolves when they are there, or have failed. */
export async function applyStyleSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>(WAITING)]
  await Promise.all(links.filter(({ sheet }) => !sheet).map(ended))
  for (const link of links) link.removeAttribute('media')
}

const ended = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, () => resolve(), { once: true })
  })
