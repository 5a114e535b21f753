-- The database of the reference service. Times are milliseconds since 1970 (UTC) unless a column says otherwise.

CREATE TABLE token (
    hash       BLOB NOT NULL PRIMARY KEY,  -- SHA-256 of the token; the token itself is never stored
    kind       TEXT NOT NULL CHECK (kind IN ('api', 'git')),
    org        TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE scan (
    -- Never used twice: a scan that is being read must not go on in another that took its place.
    id                     INTEGER PRIMARY KEY AUTOINCREMENT,
    platform               TEXT NOT NULL,
    org                    TEXT NOT NULL,
    cloud                  TEXT NOT NULL,
    scan_id                TEXT NOT NULL,
    created_at             INTEGER NOT NULL,
    completes_at           INTEGER,        -- or, for a scan that begins with the service:
    completes_after_start  INTEGER,
    repositories           TEXT NOT NULL,  -- JSON, as answered
    findings               INTEGER NOT NULL,  -- how many, for whoever looks into the file
    findings_bytes         INTEGER NOT NULL,
    UNIQUE (platform, org, cloud, scan_id),
    CHECK ((completes_at IS NULL) <> (completes_after_start IS NULL))
) STRICT;

-- The findings of a scan as the JSON text that is answered, cut into pieces between two findings. Written once, never changed.
CREATE TABLE scan_piece (
    id    INTEGER PRIMARY KEY,
    scan  INTEGER NOT NULL REFERENCES scan (id) ON DELETE CASCADE,
    seq   INTEGER NOT NULL,
    json  TEXT NOT NULL,
    UNIQUE (scan, seq)
) STRICT;

CREATE TABLE agent_scan (
    -- Never used twice: a history that is being read must not go on in entries that took the place of others.
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    repo    TEXT NOT NULL,
    instant INTEGER NOT NULL,  -- microseconds, so that fractions of different length do not disturb the order
    json    TEXT NOT NULL
) STRICT;

CREATE INDEX agent_scan_order ON agent_scan (repo, instant DESC, id);

CREATE TABLE team (
    id             INTEGER PRIMARY KEY,
    platform       TEXT NOT NULL,
    org            TEXT NOT NULL,
    team_id        TEXT NOT NULL,
    name           TEXT NOT NULL,
    description    TEXT,
    color          TEXT,
    created_at     TEXT,
    updated_at     TEXT,
    created_by     TEXT,
    tags           TEXT NOT NULL,  -- JSON
    parent_team_id TEXT,
    repositories   TEXT NOT NULL,  -- JSON
    is_active      INTEGER NOT NULL,
    UNIQUE (platform, org, team_id)
) STRICT;

CREATE TABLE team_member (
    id         INTEGER PRIMARY KEY,
    team       INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
    user_login TEXT NOT NULL,
    user_name  TEXT,
    joined_at  TEXT,
    role       TEXT NOT NULL
) STRICT;

CREATE INDEX team_member_team ON team_member (team, id);

CREATE TABLE team_lead (
    id         INTEGER PRIMARY KEY,
    team       INTEGER NOT NULL REFERENCES team (id) ON DELETE CASCADE,
    user_login TEXT NOT NULL
) STRICT;

CREATE INDEX team_lead_team ON team_lead (team, id);

-- One row for each removal. No foreign key: the trail outlives the team.
CREATE TABLE audit (
    id         INTEGER PRIMARY KEY,
    at         INTEGER NOT NULL,
    platform   TEXT NOT NULL,
    org        TEXT NOT NULL,
    team_id    TEXT NOT NULL,
    action     TEXT NOT NULL,
    user_login TEXT NOT NULL,
    actor      BLOB NOT NULL  -- hash of the token that asked
) STRICT;
