/**
 * `<facet-rail>`: the facets of a scan, or of the changes that are listed, drawn a frame after its table: a person who filters sees the rows first, and no frame has
 * to draw both. Renders into light DOM, so that page styles and labels reach it.
 */
import { nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { FindingFilter } from "scanfold";
import { focusFirst } from "../parts/focus-hold.ts";
import { FocusRescue } from "../parts/focus-rescue.ts";
import { LightElement } from "../parts/light-element.ts";
import { UNTOUCHED, type FacetView } from "../state/facet-view.ts";
import { painted } from "../state/painted.ts";
import { facetLists } from "./facets.ts";
import type { Given } from "./given-columns.ts";
import type { ScanModel } from "./scan-model.ts";
import type { ScanNames } from "./scan-names.ts";
import { SteadyRail } from "./steady-rail.ts";

@customElement("facet-rail")
export class FacetRail extends LightElement {
  @property({ attribute: false }) model!: ScanModel;
  /** Those of the open scan. */
  @property({ attribute: false }) names!: ScanNames;
  /** As for the columns of the table. */
  @property({ attribute: false }) given!: Given;
  @property({ attribute: false }) view: FacetView = UNTOUCHED;
  @property({ attribute: false }) onWhere: (where: FindingFilter) => void = () => undefined;
  @property({ attribute: false }) onView: (view: FacetView) => void = () => undefined;

  private drawn: ScanModel | null = null;

  constructor() {
    super();
    new SteadyRail(this);
    // If the value that had the focus is gone, the first of its list gets it.
    new FocusRescue(this, (lost) => focusFirst(this, [`input[name="${lost.getAttribute("name")}"]`, "input"]));
  }

  protected override async scheduleUpdate(): Promise<void> {
    if (this.drawn !== null && this.drawn !== this.model) await painted();
    super.scheduleUpdate();
  }

  protected override render(): unknown {
    const { model, names, given, view, onView } = this;
    this.drawn = model;
    try {
      const facets = model.facets();
      if (facets === null) return nothing;
      const onWhere = (change: (where: FindingFilter) => FindingFilter): void => this.onWhere(change(this.model.where));
      const { where, wholeFacets: whole } = model;
      return facetLists({ facets, names, given, whole, where, view, onWhere, onView });
    } catch (error) {
      // An element already removed from the page may render once more after its scan was disposed of.
      if (this.isConnected) model.broken(error);
      return nothing;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "facet-rail": FacetRail;
  }
}
