/** Pixel density of exported pictures. */
const SCALE = 2

const INHERITED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'color',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
] as const

const sizeOf = (drawing: SVGSVGElement): { width: number; height: number } => {
  const { width, height } = drawing.getBoundingClientRect()
  return { width, height }
}

const SVG = 'http://www.w3.org/2000/svg'

/** Height of the line with the title, and the room around the drawing. */
const TITLE = 32
const MARGIN = 16

/** The title as an element of the drawing, at its top left corner. */
function titleText(title: string, x: number, y: number): SVGTextElement {
  const text = document.createElementNS(SVG, 'text')
  text.setAttribute('x', String(x))
  text.setAttribute('y', String(y))
  text.setAttribute('style', `font: 600 14px ui-sans-serif, system-ui, sans-serif; fill: ${pageColour('--o-text')}`)
  text.textContent = `${title} (simulated)`
  return text
}

/** An SVG of the page as a file with a title, which looks the same without the page's styles. */
export function standaloneSvg(drawing: SVGSVGElement, title: string, background = pageColour('--o-surface')): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const box = drawing.viewBox.baseVal
  const inner = box.width ? box : { x: 0, y: 0, ...sizeOf(drawing) }
  const [x, y] = [inner.x - MARGIN, inner.y - TITLE - MARGIN]
  const [width, height] = [inner.width + 2 * MARGIN, inner.height + TITLE + 2 * MARGIN]
  copy.setAttribute('xmlns', SVG)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  copy.setAttribute('viewBox', `${x} ${y} ${width} ${height}`)
  const own = [drawing, ...drawing.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  own.forEach((element, i) => {
    const style = getComputedStyle(element)
    for (const name of INHERITED) copies[i]?.style.setProperty(name, style.getPropertyValue(name))
    copies[i]?.removeAttribute('class')
  })
  const sheet = document.createElementNS(SVG, 'rect')
  sheet.setAttribute('x', String(x))
  sheet.setAttribute('y', String(y))
  sheet.setAttribute('width', '100%')
  sheet.setAttribute('height', '100%')
  sheet.setAttribute('fill', background)
  copy.prepend(sheet, titleText(title, x + MARGIN, y + MARGIN + 6))
  return new XMLSerializer().serializeToString(copy)
}

/** The current value of a theme colour, because files cannot use CSS variables. */
export const pageColour = (variable: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(variable).trim() || '#888'

/** An SVG text as a PNG. Rejects when the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * SCALE
    canvas.height = image.naturalHeight * SCALE
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws no pictures')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
