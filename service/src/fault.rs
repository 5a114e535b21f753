//! Everything that can go wrong with a request, as one closed list, and the answer each gets: `{ "error": … }`.
//!
//! The texts are fixed. They never hold a value of the request, a token, or what the database or a parser said.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::wire::ErrorResponse;

/// Why a request is not answered with what it asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The token is missing, malformed, unknown, or of the other kind: one answer, so that nobody learns which.
    Unauthorized,
    /// A container scan that does not exist, or that belongs to another organisation.
    ScanNotFound,
    /// A team that does not exist, or that belongs to another organisation.
    TeamNotFound,
    /// The team exists, and nobody of that login is in it.
    MemberNotFound,
    /// `repo` is missing or not `<owner>/<repository>`.
    MissingRepo,
    /// The history could not be read.
    HistoryFailed,
    /// The history could not be read in time, or the database is busy.
    HistoryLate,
    /// The request cannot be understood: its body or one field of it; the text says which.
    Invalid(&'static str),
    /// No such path.
    NoRoute,
    /// The path exists, the method does not.
    Method,
    /// The body is not labelled as JSON.
    MediaType,
    /// The body is compressed.
    Encoding,
    /// The body is larger than the limit.
    TooLarge,
    /// The body did not arrive in time.
    SlowBody,
    /// The answer was not ready in time, and nothing was to be changed.
    Overdue,
    /// The answer was not ready in time, and a change that was begun runs to its end without it.
    Unsettled,
    /// The database is in use by another writer.
    Busy,
    /// The database failed.
    Storage,
    /// A defect of the service.
    Internal,
}

impl Fault {
    /// The status of the answer.
    pub fn status(self) -> StatusCode {
        match self {
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::ScanNotFound | Self::TeamNotFound | Self::MemberNotFound | Self::NoRoute => StatusCode::NOT_FOUND,
            Self::MissingRepo | Self::Invalid(_) => StatusCode::BAD_REQUEST,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::MediaType | Self::Encoding => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::SlowBody => StatusCode::REQUEST_TIMEOUT,
            Self::HistoryLate | Self::Overdue | Self::Unsettled | Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::HistoryFailed | Self::Storage | Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The text of the answer.
    pub fn text(self) -> &'static str {
        match self {
            Self::Unauthorized => "access token missing or invalid",
            Self::ScanNotFound => "scan not found",
            Self::TeamNotFound => "team not found",
            Self::MemberNotFound => "member not found in team",
            Self::MissingRepo => "Missing or invalid repo parameter",
            Self::HistoryFailed | Self::HistoryLate => "Failed to retrieve scan history",
            Self::Invalid(text) => text,
            Self::NoRoute => "no such path",
            Self::Method => "method not allowed",
            Self::MediaType => "the Content-Type must be application/json",
            Self::Encoding => "the request body must not be compressed",
            Self::TooLarge => "the request body is too large",
            Self::SlowBody => "the request body took too long",
            Self::Overdue => "the answer took too long; try again",
            Self::Unsettled => "the answer took too long; what was asked may still be done",
            Self::Busy => "the service is busy; try again",
            Self::Storage => "the database failed",
            Self::Internal => "internal error",
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let body = Json(ErrorResponse { error: self.text().to_owned() });
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        match self {
            Self::Unauthorized => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::Busy | Self::Overdue | Self::HistoryLate => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            // What is left of the body is not worth reading.
            Self::TooLarge | Self::SlowBody => {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response
    }
}
