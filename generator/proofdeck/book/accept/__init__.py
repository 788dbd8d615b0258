"""What people accept: new results of worked examples, pairs to be signed, pages to be translated."""
