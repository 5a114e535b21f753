//! The list of an answer as JavaScript's own objects, item by item: however long it is, the page keeps its turns.

use crate::client::failure::{ErrorKind, Failure};
use crate::json::{Error, Fault, Flat, Items, Limits, Part, Value};
use crate::web::fault::CallFault;
use crate::web::host;
use crate::web::pace::Pace;
use crate::web::stop::Bounds;
use crate::wire::envelope;
use js_sys::{Array, JSON};

/// How an item is written: its value, its place and the text that it is appended to.
type Write = fn(&Value, usize, &mut String) -> Result<(), Error>;

/// The value of a JSON text, or what is wrong with it. Which failure that is, the reader does not decide.
pub type Parsed = Result<Value, Error>;

/// Items between two looks at the clock.
const BATCH: usize = 32;

/// Bytes that an item may take beyond its own: brackets, and the digits of a count that came in another form.
const AROUND: usize = 32;

/// Text becomes objects in pieces of about this length, because `JSON.parse` has no pauses.
const PIECE: usize = 64 * 1024;

/// A list that is being read.
pub struct List {
    name: &'static str,
    flat: Flat,
    write: Write,
    items: Array,
    /// JSON text of the items that are not objects yet.
    text: String,
    /// Items that came.
    length: usize,
    /// What is wrong with the first item that is not as promised.
    wrong: Option<Error>,
}

impl List {
    /// The list of this name, its items checked and written by `write` if they are not flat.
    pub fn new(name: &'static str, flat: Flat, write: Write) -> List {
        debug_assert!(envelope::MEMBERS.contains(&name), "no other members of an answer are read");
        List { name, flat, write, items: Array::new(), text: String::new(), length: 0, wrong: None }
    }

    /// Reads an answer, and returns the rest of it, in which the list is empty.
    pub async fn read(&mut self, bytes: &[u8], limits: &Limits, bounds: Bounds<'_>) -> Result<Parsed, CallFault> {
        let mut reader = Items::new(bytes, limits, &envelope::MEMBERS, self.name, self.flat);
        let mut pace = Pace::start();
        loop {
            match reader.next_part() {
                Ok(Some(Part::List)) => *self = List::new(self.name, self.flat, self.write),
                Ok(Some(Part::Flat(text))) => self.take(text.len(), |_, out| {
                    out.push_str(text);
                    Ok(())
                }),
                Ok(Some(Part::Item(item, length))) => {
                    let write = self.write;
                    self.take(length, |at, out| write(&item, at, out));
                }
                Ok(Some(Part::End(answer))) => return self.hand_on().map(|()| Ok(answer)),
                Ok(None) => return Err(CallFault::of(ErrorKind::Internal)),
                Err(error) => return Ok(Err(error)),
            }
            if self.length.is_multiple_of(BATCH) {
                if self.text.len() >= PIECE {
                    self.hand_on()?;
                }
                if pace.is_due() {
                    pace.rest(bounds).await?;
                }
            }
        }
    }

    /// Takes one more item, which `write` appends by its place. `length` is that of the item as it came, in bytes.
    #[inline(always)]
    fn take(&mut self, length: usize, write: impl FnOnce(usize, &mut String) -> Result<(), Error>) {
        if self.wrong.is_none() {
            let written = self.make_room(length).and_then(|()| write(self.length, &mut self.text));
            self.wrong = written.err();
        }
        self.length += 1;
    }

    /// Makes room for an item as it may be written, and begins it.
    fn make_room(&mut self, length: usize) -> Result<(), Error> {
        let room = self.text.try_reserve(length.saturating_add(AROUND));
        room.map_err(|_| Error::at(Fault::OutOfMemory, ""))?;
        self.text.push(if self.text.is_empty() { '[' } else { ',' });
        Ok(())
    }

    /// Makes objects of what was written.
    fn hand_on(&mut self) -> Result<(), CallFault> {
        if self.wrong.is_none() && !self.text.is_empty() {
            self.text.push(']');
            let items = JSON::parse(&self.text).map_err(|_| CallFault::of(ErrorKind::Internal))?;
            host::append(&self.items, &items.into());
        }
        // A long item's room is not kept.
        self.text = String::new();
        Ok(())
    }

    /// Whether the list is there, and all of it as promised.
    pub fn judge(&mut self, answer: &Value) -> Result<(), Failure> {
        envelope::check_list(answer, self.name)?;
        self.wrong.take().map_or(Ok(()), |error| Err(error.into()))
    }

    /// The items that came.
    pub fn into_items(self) -> Array {
        self.items
    }
}
