"""What is wrong with a page for those who listen, enlarge, or have a small screen."""

from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
AXE_RUN = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = await axe.run(document, {runOnly: tags, resultTypes: ["violations"]});
  return found.violations.map((one) =>
    `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`);
}"""
# Who sticks out: what lies beyond the right edge without being inside something that clips it or scrolls by
# itself. Only what stays counts: not a card that travels, nor a page whose new size is not laid out yet.
OVERFLOW = """async () => {
  const root = document.documentElement;
  const isTooWide = () => root.scrollWidth > root.clientWidth;
  const end = performance.now() + 3000;
  while (isTooWide() && performance.now() < end) await new Promise((done) => setTimeout(done, 50));
  if (!isTooWide()) return "";
  const isClipped = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== "visible") return true;
    return false;
  };
  const outside = [...document.body.querySelectorAll("*")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > root.clientWidth + 1 && !isClipped(one);
  });
  const name = (one) => [one.tagName.toLowerCase(), one.id && "#" + one.id, ...one.classList].join(" ");
  return `${root.scrollWidth} > ${root.clientWidth}: ${outside.slice(-3).map(name).join(" | ")}`;
}"""
DESKTOP, PHONE, NARROW = (1366, 768), (390, 844), (320, 640)
ZOOMED = (683, 384)  # the desktop at 200 %


def problems(page: Page, language: str, *, in_both: bool = False) -> list[str]:
    """One line for each; none for a good page.

    Where a test looks at its pages ``in_both`` languages, axe sees them only in French, whose words are
    longer: it reads structure and colours, which are the same, and takes more time than all the rest.
    """
    found = []
    if page.locator("html").get_attribute("lang") != language:
        found.append("the language of the page is not told")
    if page.locator("h1").count() != 1:
        found.append(f"{page.locator('h1').count()} headings h1")
    if not page.title().strip():
        found.append("no title")
    page.evaluate("() => document.fonts.ready")
    has_axe = language == "fr" or not in_both
    if has_axe:
        page.evaluate(AXE)
    for size in (DESKTOP, PHONE):
        resize(page, size)
        if has_axe:
            found += [f"{size[0]} px, axe {text}" for text in page.evaluate(AXE_RUN)]
        found += overflow(page)
    for size in (NARROW, ZOOMED):
        resize(page, size)
        found += overflow(page)
    found += with_large_text(page)
    return found


def with_large_text(page: Page) -> list[str]:
    """Text at 200 %. A table of thirteen cards on a phone may scroll then; its page zoomed may not."""
    is_table = page.locator("#table").count() > 0
    found = []
    page.evaluate("() => { document.documentElement.style.fontSize = '225%' }")  # twice the usual 112.5 %
    for size in (DESKTOP,) if is_table else (DESKTOP, PHONE):
        resize(page, size)
        found += [f"text at 200 %, {text}" for text in overflow(page)]
    page.evaluate("() => document.documentElement.style.removeProperty('font-size')")
    resize(page, DESKTOP)
    return found


SETTLED = """async ([width, height]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let most = 200; most && (innerWidth !== width || innerHeight !== height); most--) await frame();
  for (let more = 0; more < 3; more++) await frame();
}"""


def resize(page: Page, size: tuple[int, int]) -> None:
    """A busy browser changes its size some frames later, and looks at media queries anew in the next."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED, list(size))


def overflow(page: Page) -> list[str]:
    """What sticks out at the right, if anything does."""
    text = page.evaluate(OVERFLOW)
    return [f"too wide: {text}"] if text else []
