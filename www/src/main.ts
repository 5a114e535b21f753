/**
 * The page's entry: styles, then the elements. Nothing else happens here; `app.ts` wires the views.
 */
import "./style/tokens.css";
import "./style/base.css";
import "./style/shell.css";
import "./style/grid.css";
import "./style/scan.css";
import "./style/history.css";
import "./style/team.css";
import "./style/print.css";
import "./app.ts";
