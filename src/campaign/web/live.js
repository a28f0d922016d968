// Brings rows that are new into the page that is open. Without it the page loads itself again.
"use strict";
const page = document.querySelector("[data-campaign]");
if (page && page.dataset.live) {
  const source = new EventSource(`/events?campaign=${page.dataset.campaign}&behind=${page.dataset.seq}`);
  source.addEventListener("rows", event => {
    const template = document.createElement("template");
    template.innerHTML = event.data;
    for (const row of [...template.content.children]) {
      const old = document.getElementById(row.id);
      if (!old) continue;
      const [box, before] = [row.querySelector("input"), old.querySelector("input")];
      if (box && before) box.checked = before.checked;
      // Whoever is in the row with the keyboard stays there.
      const places = [...old.querySelectorAll("a, input")], at = places.indexOf(document.activeElement);
      old.replaceWith(row);
      if (at >= 0) [...row.querySelectorAll("a, input")][at]?.focus();
    }
  });
  source.addEventListener("part", event => {
    const template = document.createElement("template");
    template.innerHTML = event.data;
    for (const part of [...template.content.children]) document.getElementById(part.id)?.replaceChildren(...part.childNodes);
  });
  // The state of a campaign decides which forms there are.
  source.addEventListener("state", event => { if (event.data != page.dataset.state) location.reload(); });
}
